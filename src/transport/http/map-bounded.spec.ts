import { describe, expect, it } from '@jest/globals';
import { mapBounded } from './map-bounded.js';

describe('mapBounded', () => {
  it('runs at most so many at a time and keeps the order', async () => {
    let running = 0;
    let most = 0;
    const results = await mapBounded([5, 1, 4, 2, 3, 0], 2, async (turns, index) => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      running--;
      return `${String(index)}:${String(turns)}`;
    });
    expect(results).toEqual(['0:5', '1:1', '2:4', '3:2', '4:3', '5:0']);
    expect(most).toBe(2);
  });

  it('works on nothing', async () => {
    expect(await mapBounded([], 4, () => Promise.resolve(1))).toEqual([]);
  });
});
