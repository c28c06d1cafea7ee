import type { ToolTexts } from '../../../toolkit/index.js';
import type { SearchNetworkInput } from './search-network.dto.js';

export const searchNetworkTexts: ToolTexts<SearchNetworkInput> = {
  title: { ru: 'Поиск объектов сети', en: 'Search the network' },
  description: {
    ru:
      'Ищет узлы, участки, источники или потребителей по id, имени или адресу: сначала полное совпадение, затем начало имени, затем похожие (опечатки, ' +
      'порядок слов). Сокращения ул., пр., мкр. понимаются. Участок ищется по имени любого конца или двух концов (text и text2) в любом порядке. ' +
      'Не больше 200 лучших результатов (total — сколько найдено всего). Контакты потребителей скрыты без права «Персональные данные».',
    en:
      'Finds nodes, lines, sources or consumers by id, name or address: equal names first, then beginnings, then similar ones (typing errors, ' +
      'word order). Street words may be shortened. A line is found by the name of either end, or by both ends (text and text2) in any order. ' +
      'At most the best 200 hits (total counts all). Contacts of consumers are masked without the right "Personal data".',
  },
  fields: {
    kind: {
      ru: 'Что искать: node — узел, line — участок, source — источник, consumer — потребитель',
      en: 'What to find: node, line, source or consumer',
    },
    text: {
      ru: 'Id, имя или адрес, например «ТК-1-0012» или «ул. Речная, 5»; 1..200 символов',
      en: 'Id, name or address, for example "ТК-1-0012"; 1..200 characters',
    },
    text2: {
      ru: 'Второй конец участка (kind = line) или номер дома (kind = consumer); до 200 символов',
      en: 'The other end of the line (kind = line) or the house number (kind = consumer); up to 200 characters',
    },
    fragment_id: {
      ru: 'Искать только в этом фрагменте; без него — во всех доступных',
      en: 'Search this fragment only; all visible ones when absent',
    },
  },
};
