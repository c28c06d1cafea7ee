import { describe, expect, it } from '@jest/globals';
import { Lane, Round } from './round.js';

interface Gate {
  readonly sent: number[][];
  open(): void;
}

/** A round whose database answers only when the test opens the gate. */
function gatedRound(most: number, inFlight: number): { round: Round<number, string>; gate: Gate } {
  const sent: number[][] = [];
  let waiting: (() => void)[] = [];
  const round = new Round<number, string>({
    most,
    lane: new Lane(inFlight),
    gatherMs: 0,
    isItemFault: () => false,
    send: (items) => {
      sent.push([...items]);
      return new Promise((resolve) => waiting.push(() => resolve(items.map((item) => `#${String(item)}`))));
    },
  });
  const open = (): void => {
    const now = waiting;
    waiting = [];
    now.forEach((resolve) => resolve());
  };
  return { round, gate: { sent, open } };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Round', () => {
  it('sends what came in one turn together and answers each item with its own', async () => {
    const { round, gate } = gatedRound(10, 1);
    const answers = Promise.all([round.push(1), round.push(2), round.push(3)]);
    await turn();
    gate.open();
    expect(await answers).toEqual(['#1', '#2', '#3']);
    expect(gate.sent).toEqual([[1, 2, 3]]);
  });

  it('gathers while the allowed rounds are under way', async () => {
    const { round, gate } = gatedRound(10, 1);
    const first = round.push(1);
    await turn();
    const rest = Promise.all([round.push(2), round.push(3)]);
    await turn();
    expect(gate.sent).toEqual([[1]]);
    gate.open();
    await first;
    await turn();
    gate.open();
    await rest;
    expect(gate.sent).toEqual([[1], [2, 3]]);
  });

  it('never sends more than the limit in one round', async () => {
    const { round, gate } = gatedRound(2, 5);
    const answers = Promise.all([1, 2, 3, 4, 5].map((item) => round.push(item)));
    await turn();
    gate.open();
    await answers;
    expect(gate.sent).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('sends the items one by one when one of them is at fault: the neighbours still succeed', async () => {
    const round = new Round<number, number>({
      most: 10,
      lane: new Lane(1),
      gatherMs: 0,
      isItemFault: () => true,
      send: (items) => (items.includes(2) ? Promise.reject(new Error('poison')) : Promise.resolve([...items])),
    });
    const settled = await Promise.allSettled([round.push(1), round.push(2), round.push(3)]);
    expect(settled.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('fails the whole group when the database is away, and works again afterwards', async () => {
    let away = true;
    const round = new Round<number, number>({
      most: 10,
      lane: new Lane(1),
      gatherMs: 0,
      isItemFault: () => false,
      send: (items) => (away ? Promise.reject(new Error('away')) : Promise.resolve([...items])),
    });
    expect((await Promise.allSettled([round.push(1), round.push(2)])).every((one) => one.status === 'rejected')).toBe(
      true,
    );
    away = false;
    expect(await round.push(3)).toBe(3);
  });

  it('rejects an item that the database did not answer', async () => {
    const round = new Round<number, number>({
      most: 10,
      lane: new Lane(1),
      gatherMs: 0,
      isItemFault: () => false,
      send: (items) => Promise.resolve(items.slice(1)),
    });
    const settled = await Promise.allSettled([round.push(1), round.push(2)]);
    expect(settled.map((one) => one.status)).toEqual(['fulfilled', 'rejected']);
  });

  it('waits for as much company as the round before had, a lone call for nobody', async () => {
    const sent: number[] = [];
    const round = new Round<number, number>({
      most: 10,
      lane: new Lane(1),
      gatherMs: 10_000,
      isItemFault: () => false,
      send: (items) => {
        sent.push(items.length);
        return Promise.resolve([...items]);
      },
    });
    await round.push(1);
    await Promise.all([2, 3, 4, 5].map((item) => round.push(item)));
    const late = round.push(6);
    await turn();
    expect(sent).toEqual([1, 4]);
    await Promise.all([late, round.push(7), round.push(8)]);
    expect(sent).toEqual([1, 4, 3]);
  });

  it('sends what it has when the company does not come', async () => {
    const round = new Round<number, number>({
      most: 10,
      lane: new Lane(1),
      gatherMs: 5,
      isItemFault: () => false,
      send: (items) => Promise.resolve([...items]),
    });
    await Promise.all([1, 2, 3, 4].map((item) => round.push(item)));
    expect(await round.push(5)).toBe(5);
  });

  it('shares its lane with rounds of other kinds', async () => {
    const lane = new Lane(1);
    let answer: (() => void) | undefined;
    const log: string[] = [];
    const made = (name: string) =>
      new Round<number, number>({
        most: 10,
        lane,
        gatherMs: 0,
        isItemFault: () => false,
        send: (items) => {
          log.push(name);
          return new Promise((resolve) => (answer = () => resolve([...items])));
        },
      });
    const [admissions, settlements] = [made('admit'), made('settle')];
    const first = admissions.push(1);
    await turn();
    const second = settlements.push(2);
    await turn();
    expect(log).toEqual(['admit']);
    answer?.();
    await first;
    await turn();
    expect(log).toEqual(['admit', 'settle']);
    answer?.();
    expect(await second).toBe(2);
  });
});
