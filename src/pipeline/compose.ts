/** One layer of the onion: does its before half, calls `next` at most once, does its after half. */
export interface Step<S> {
  around(state: S, next: () => Promise<void>): Promise<void>;
}

/** Chains steps, outermost first; a step that calls `next` twice is a mistake and throws. */
export function compose<S>(steps: readonly Step<S>[]): (state: S) => Promise<void> {
  const enter = async (state: S, index: number): Promise<void> => {
    const step = steps[index];
    if (step === undefined) return;
    let entered = false;
    await step.around(state, () => {
      if (entered) return Promise.reject(new Error('next() was called twice'));
      entered = true;
      return enter(state, index + 1);
    });
  };
  return (state) => enter(state, 0);
}
