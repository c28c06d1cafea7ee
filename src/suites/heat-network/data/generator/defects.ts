import type { DefectRow, LineRow, NodeRow } from './city.types.js';
import { repairDates } from './dates.js';
import { at, round } from './numbers.js';
import { makeContact } from './people.js';
import type { Prng } from './prng.js';

const YEARS = 10;
// Failures per km of pipe and year at age 0; they double about every 17 years: e^(age/25), built by multiplication.
const RATE_NEW = 0.0243;
const GROWTH_PER_YEAR = 1.0408107741923882;
const NODE_FAULTS = { valve: 0.05, compensator: 0.1 } as const;
const KINDS = [
  ['fistula', 0.55],
  ['burst', 0.08],
  ['insulation', 0.13],
  ['flooding', 0.1],
  ['support', 0.06],
  ['other', 0.08],
] as const;
type Kind = (typeof KINDS)[number][0] | 'gland_leak' | 'valve_fault';
const WORDS: Readonly<
  Record<Kind, { readonly what: readonly string[]; readonly causes: readonly string[]; readonly severity: 1 | 2 | 3 }>
> = {
  fistula: {
    what: ['Свищ', 'Течь', 'Утечка'],
    causes: ['наружная коррозия', 'внутренняя коррозия', 'дефект сварного шва'],
    severity: 2,
  },
  burst: {
    what: ['Порыв', 'Разрыв трубы'],
    causes: ['наружная коррозия', 'гидроудар', 'повреждение при земляных работах'],
    severity: 3,
  },
  gland_leak: { what: ['Течь сальникового компенсатора'], causes: ['износ набивки'], severity: 1 },
  valve_fault: {
    what: ['Задвижка не держит', 'Течь сальника задвижки'],
    causes: ['износ уплотнения', 'заклинивание штока'],
    severity: 2,
  },
  insulation: {
    what: ['Нарушена тепловая изоляция', 'Намокла изоляция'],
    causes: ['старение', 'подтопление канала'],
    severity: 1,
  },
  support: {
    what: ['Разрушена скользящая опора', 'Просадка опоры'],
    causes: ['просадка грунта', 'коррозия'],
    severity: 2,
  },
  flooding: {
    what: ['Подтоплен канал', 'Подтоплена камера'],
    causes: ['грунтовые воды', 'неисправный дренаж'],
    severity: 1,
  },
  other: { what: ['Парение из люка', 'Провал грунта над трассой'], causes: ['не установлена'], severity: 1 },
};
const DONE = [
  'Установлен хомут.',
  'Заварено.',
  'Заменён участок трубы.',
  'Выполнен ремонт, испытано.',
  'Участок взят под наблюдение.',
];
const CALLER_SHARE = 0.06;

/** Repairs of the last ten years: older pipes fail more often, so that old districts become hot spots. */
export function makeDefects(
  prng: Prng,
  lines: readonly LineRow[],
  nodes: readonly NodeRow[],
  now: number,
): DefectRow[] {
  const defects: DefectRow[] = [];
  const growth = powers(GROWTH_PER_YEAR, 120);
  for (const line of lines) {
    const age = now - (line.yearRebuilt ?? line.yearLaid);
    const expected = RATE_NEW * at(growth, age) * (line.lengthM / 1000) * YEARS;
    const drawn = prng.next();
    const count = drawn < expected * 0.1 ? 2 : drawn < expected ? 1 : 0;
    for (let index = 0; index < count; index++) defects.push(onLine(prng, defects.length + 1, line, nodes, now));
  }
  for (const node of nodes) {
    if (node.type !== 'valve' && node.type !== 'compensator') continue;
    if (prng.chance(NODE_FAULTS[node.type])) defects.push(onNode(prng, defects.length + 1, node, now));
  }
  return defects;
}

function powers(base: number, count: number): number[] {
  const result = [1];
  for (let index = 1; index <= count; index++) result.push(at(result, index - 1) * base);
  return result;
}

function onLine(prng: Prng, id: number, line: LineRow, nodes: readonly NodeRow[], now: number): DefectRow {
  const kind = prng.weighted(KINDS);
  const [from, to] = [at(nodes, line.fromNodeId - 1), at(nodes, line.toNodeId - 1)];
  const where = to.type === 'consumer' ? `ввод в здание ${to.name}` : `между ${from.name} и ${to.name}`;
  const pipe = line.pipe === 'supply' ? 'подающем' : 'обратном';
  const diameter = line.dnMm === null ? '' : ` Ду${String(line.dnMm)}`;
  const share = prng.next();
  return {
    ...describe(prng, id, kind, `на ${pipe} трубопроводе${diameter}, ${where}`, now),
    lineId: line.id,
    nodeId: null,
    pipe: line.pipe,
    lon: round(from.lon + (to.lon - from.lon) * share, 7),
    lat: round(from.lat + (to.lat - from.lat) * share, 7),
  };
}

function onNode(prng: Prng, id: number, node: NodeRow, now: number): DefectRow {
  const kind = node.type === 'valve' ? 'valve_fault' : 'gland_leak';
  const rest = describe(prng, id, kind, `в камере ${node.name}`, now);
  return { ...rest, lineId: null, nodeId: node.id, pipe: null, lon: node.lon, lat: node.lat };
}

type Place = 'lineId' | 'nodeId' | 'pipe' | 'lon' | 'lat';

function describe(prng: Prng, id: number, kind: Kind, where: string, now: number): Omit<DefectRow, Place> {
  const words = WORDS[kind];
  const dates = repairDates(prng, now);
  const caller = makeContact(prng);
  const said = prng.chance(CALLER_SHARE) ? ` Сообщил(а): ${caller.name}, тел. ${caller.phone}.` : '';
  const done = dates.closedAt === null ? 'Ремонт назначен.' : prng.pick(DONE);
  const text = `${prng.pick(words.what)} ${where}. ${done}${said}`;
  return { id, ...dates, kind, cause: prng.pick(words.causes), severity: words.severity, text };
}
