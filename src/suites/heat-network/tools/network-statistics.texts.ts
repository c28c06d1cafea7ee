import type { LocalText } from '../../../kernel/index.js';
import type { ToolTexts } from '../../../toolkit/index.js';
import type { NetworkStatisticsInput, Statistic } from './network-statistics.dto.js';

export const STATISTIC_TITLES: Readonly<Record<Statistic, LocalText>> = {
  length: { ru: 'Длина теплопроводов, м', en: 'Length of heat pipes, m' },
  volume: { ru: 'Объём теплопроводов, м³', en: 'Volume of heat pipes, m³' },
  length_by_diameter: { ru: 'Длина теплопроводов по диаметрам, м', en: 'Length of heat pipes by diameter, m' },
  length_by_diameter_laying: {
    ru: 'Длина теплопроводов по диаметрам и видам прокладки, м',
    en: 'Length of heat pipes by diameter and laying, m',
  },
  heat_consumption: { ru: 'Расчётное теплопотребление, Гкал/ч', en: 'Design heat consumption, Gcal/h' },
  closed_consumers: { ru: 'Отключённые потребители', en: 'Consumers without heat' },
};

export const networkStatisticsTexts: ToolTexts<NetworkStatisticsInput> = {
  title: { ru: 'Статистика сети', en: 'Network statistics' },
  description: {
    ru:
      'Сводные показатели по фрагментам: длина и объём трубопроводов в работе (с нормой утечки 0,25 % объёма в час), длина по диаметрам и прокладке, расчётные ' +
      'нагрузки и расходы всех потребителей по фрагментам, отключённые потребители с причиной: flag — закрыт сам, valve — отрезан закрытой ' +
      'задвижкой, unfed — нет пути к источнику. Строка без dn_mm — участки с неизвестным диаметром. Итоги равны суммам строк.',
    en:
      'Totals over fragments: length and volume of pipes in service (with the leak norm of 0.25 % of the volume an hour), length by diameter and laying, design ' +
      'loads and flows of all consumers by fragment, consumers without heat and why: flag - closed itself, valve - cut off by a closed ' +
      'valve, unfed - no path to a source. A row without dn_mm holds lines of unknown diameter. Totals equal the sums of rows.',
  },
  fields: {
    query: {
      ru: 'Показатель: length, volume, length_by_diameter, length_by_diameter_laying, heat_consumption, closed_consumers',
      en: 'What to count: length, volume, length_by_diameter, length_by_diameter_laying, heat_consumption, closed_consumers',
    },
    fragment_ids: {
      ru: 'Id фрагментов (1..100, из list_fragments); без них — все доступные',
      en: 'Fragment ids (1..100, from list_fragments); all visible ones when absent',
    },
  },
};
