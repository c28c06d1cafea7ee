/** Runs `work` over the items, at most `most` at a time; the results keep the order of the items. */
export async function mapBounded<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(Math.max(1, most), items.length) }, worker));
  return results;
}
