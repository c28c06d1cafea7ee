const EVERY_MS = 25;

/** Waits until `look` gives something other than `undefined`, and gives that. @throws Error after `ms` */
export async function eventually<T>(ms: number, what: string, look: () => Promise<T | undefined>): Promise<T> {
  const until = performance.now() + ms;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > until) throw new Error(`Waited ${String(ms)} ms in vain for ${what}`);
    await pause(EVERY_MS);
  }
}

/** The work's result. @throws Error when it takes longer than `ms` */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${String(ms)} ms in vain for ${what}`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
