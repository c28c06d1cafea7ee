import type { ToolTexts } from '../../../toolkit/index.js';
import type { ListFragmentsInput } from './list-fragments.dto.js';

export const listFragmentsTexts: ToolTexts<ListFragmentsInput> = {
  title: { ru: 'Фрагменты тепловой сети', en: 'Fragments of the heat network' },
  description: {
    ru:
      'Перечень фрагментов (зон источников), доступных организации: источник, число узлов, участков и потребителей, длина подающих и обратных ' +
      'трубопроводов в работе (м), расчётная нагрузка всех потребителей (Гкал/ч), температурный график и последний выполненный расчёт ' +
      '(поля last_calculation нет, если расчётов не было). Аргументов нет. С него удобно начинать: id фрагментов нужны другим инструментам.',
    en:
      'The fragments (zones of heat sources) that the organisation may see: source, numbers of nodes, lines and consumers, length of supply and ' +
      'return pipes in service (m), design load of all consumers (Gcal/h), temperature chart and the last finished calculation ' +
      '(last_calculation is absent when there is none). No arguments. A good first call: other tools need the fragment ids.',
  },
  fields: {},
};
