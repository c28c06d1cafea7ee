/** A map that forgets the least recently used entry when it is full. */
export class BoundedMap<V> {
  private readonly map = new Map<string, V>();

  constructor(private readonly most: number) {}

  get size(): number {
    return this.map.size;
  }

  get(key: string): V | undefined {
    const value = this.map.get(key);
    if (value === undefined) return undefined;
    // A Map iterates in order of insertion: moving what was used to the end keeps the oldest in front.
    this.map.delete(key);
    this.map.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.map.delete(key);
    this.map.set(key, value);
    if (this.map.size <= this.most) return;
    const oldest = this.map.keys().next();
    if (oldest.done !== true) this.map.delete(oldest.value);
  }

  /** Removes every entry that the test accepts; linear in the size. */
  removeWhere(test: (value: V) => boolean): void {
    for (const [key, value] of this.map) {
      if (test(value)) this.map.delete(key);
    }
  }

  clear(): void {
    this.map.clear();
  }
}
