import type {
  CalculationRow,
  ConsumerRow,
  EventRow,
  LineRow,
  PoiRow,
  ScenarioChangeRow,
  ScenarioRow,
  TraceConfigRow,
} from './city.types.js';
import { dateText } from './dates.js';
import { at, pad, round } from './numbers.js';
import { pipeSize } from './pipe-sizes.js';
import type { Prng } from './prng.js';

const SCENARIOS = [
  { name: 'Замена ветхих сетей в центре', status: 'approved', changes: 30 },
  { name: 'Подключение нового квартала', status: 'draft', changes: 12 },
  { name: 'Ремонт перед зимой прошлого года', status: 'archived', changes: 5 },
] as const;
const CALCULATIONS = 12;
const ENGINEERS = ['Инженер ПТО', 'Диспетчер', 'Инженер режимов'] as const;

interface Planning {
  readonly scenarios: ScenarioRow[];
  readonly scenarioChanges: ScenarioChangeRow[];
  readonly calculations: CalculationRow[];
}

/** Three scenarios of 30, 12 and 5 changes and the headers of twelve calculations. */
export function makePlanning(
  prng: Prng,
  lines: readonly LineRow[],
  consumers: readonly ConsumerRow[],
  fragmentIds: readonly number[],
  now: number,
): Planning {
  const scenarios = SCENARIOS.map(({ name, status }, index): ScenarioRow => {
    const year = status === 'archived' ? now - 1 : now;
    return {
      id: index + 1,
      name,
      author: at(ENGINEERS, index),
      status,
      createdAt: moment(year, index + 3, 10),
      archivedAt: status === 'archived' ? moment(year, 11, 1) : null,
    };
  });
  const scenarioChanges = SCENARIOS.flatMap(({ changes }, index) =>
    Array.from({ length: changes }, (_, seq) => makeChange(prng, index + 1, seq + 1, lines, consumers, now)),
  );
  const calculations = Array.from({ length: CALCULATIONS }, (_, index) =>
    makeCalculation(prng, index, fragmentIds, now),
  );
  return { scenarios, scenarioChanges, calculations };
}

function makeChange(
  prng: Prng,
  scenarioId: number,
  seq: number,
  lines: readonly LineRow[],
  consumers: readonly ConsumerRow[],
  now: number,
): ScenarioChangeRow {
  if (seq % 4 === 0) {
    const { nodeId, qHeat } = prng.pick(consumers);
    const after = round(qHeat * 1.2, 3);
    return {
      scenarioId,
      seq,
      op: 'update',
      object: 'consumer',
      objectId: nodeId,
      before: { q_heat: qHeat },
      after: { q_heat: after },
    };
  }
  const line = prng.pick(lines);
  if (seq % 9 === 0) {
    const before = { dn_mm: line.dnMm, length_m: line.lengthM, pipe: line.pipe };
    return { scenarioId, seq, op: 'delete', object: 'line', objectId: line.id, before, after: null };
  }
  const dn = pipeSize(line.dnMm === null || line.dnMm < 100 ? 100 : line.dnMm).dn;
  return {
    scenarioId,
    seq,
    op: 'update',
    object: 'line',
    objectId: line.id,
    before: { dn_mm: line.dnMm, laying: line.laying, year_rebuilt: line.yearRebuilt },
    after: { dn_mm: dn, laying: 'channelless_ppu', year_rebuilt: now },
  };
}

function makeCalculation(prng: Prng, index: number, fragmentIds: readonly number[], now: number): CalculationRow {
  const state = index === 4 ? 'failed' : index === 8 ? 'cancelled' : 'done';
  const mode = index % 3 === 2 ? 'emergency' : 'plan';
  const tn = mode === 'emergency' ? -10 : at([-20, -10, 0, 5], index % 4);
  const ids = index % 4 === 3 ? [...fragmentIds] : [at(fragmentIds, index % fragmentIds.length)];
  const day = index * 2 + 1;
  const done = state === 'done';
  return {
    id: index + 1,
    name: `${mode === 'plan' ? 'Плановый режим' : 'Аварийный режим'}, tн = ${String(tn)} °C`,
    author: prng.pick(ENGINEERS),
    mode,
    tn,
    fragmentIds: ids,
    scenarioId: index === 10 ? 1 : null,
    options: { friction: 'altshul' },
    state,
    createdAt: moment(now, 11, day, 5),
    startedAt: moment(now, 11, day, 5, 2),
    finishedAt: moment(now, 11, day, 5, prng.int(4, 9)),
    iterations: done ? prng.int(5, 8) : null,
    residual: done ? 1e-7 : null,
    warnings: state === 'failed' ? ['Расчёт не сошёлся: нет диаметра у части участков'] : [],
  };
}

/** `2026-11-03T05:02:10.000Z`. */
function moment(year: number, month: number, day: number, hour = 4, second = 0): string {
  return `${dateText(year, month, day)}T${pad(hour, 2)}:00:${pad(second, 2)}.000Z`;
}

/** Schools, kindergartens and hospitals: the places that the tools name. */
export function makePois(
  consumers: readonly ConsumerRow[],
  position: (nodeId: number) => { lon: number; lat: number },
): PoiRow[] {
  const titles: Readonly<Record<string, string>> = {
    school: 'Школа',
    kindergarten: 'Детский сад',
    hospital: 'Больница',
  };
  const counts = new Map<string, number>();
  return consumers
    .filter(({ buildingKind }) => Object.hasOwn(titles, buildingKind))
    .map(({ nodeId, buildingKind }, index) => {
      const number = (counts.get(buildingKind) ?? 0) + 1;
      counts.set(buildingKind, number);
      const { lon, lat } = position(nodeId);
      return { id: index + 1, kind: buildingKind, name: `${titles[buildingKind] ?? ''} № ${String(number)}`, lon, lat };
    });
}

/** The dispatcher's log: forty entries of the current autumn. */
export function makeEvents(prng: Prng, lines: readonly LineRow[], now: number): EventRow[] {
  const texts = {
    shutdown: 'Участок отключён для ремонта',
    restart: 'Участок включён в работу',
    inspection: 'Обход участка',
  };
  return Array.from({ length: 40 }, (_, index) => {
    const kind = prng.pick(['shutdown', 'restart', 'inspection'] as const);
    const line = prng.pick(lines);
    const at = moment(now, index < 20 ? 10 : 11, (index % 20) + 1, prng.int(0, 23));
    return {
      id: index + 1,
      kind,
      at,
      object: 'line',
      objectId: line.id,
      userName: prng.pick(ENGINEERS),
      text: texts[kind],
    };
  });
}

/** The trace configurations that every city starts with. */
export function makeTraceConfigs(): TraceConfigRow[] {
  const rows = [
    ['До источника', 'Путь вверх до источника', 'upstream', ['sources'], true],
    ['Вниз до задвижек', 'Всё ниже по потоку до ближайших задвижек', 'downstream', ['valves'], true],
    ['Связность', 'Всё, что связано через открытые задвижки', 'connected', [], false],
    ['Подсеть источника', 'Подсеть до границ и её источники', 'subnetwork', ['sources'], false],
  ] as const;
  return rows.map(([name, description, traceType, stopAt, respectDirection], index) => ({
    id: index + 1,
    name,
    description,
    traceType,
    stopAt: [...stopAt],
    pipe: null,
    respectDirection,
  }));
}
