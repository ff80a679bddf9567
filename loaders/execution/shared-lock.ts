/** A lock that many may share or one may have alone; first come, first served. */
export class SharedLock {
  #sharers = new Set<Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  /** Resolves, when the lock is had, to the function that gives it back. */
  async acquire(alone: boolean): Promise<() => void> {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const before = this.#last;
    const sharers = [...this.#sharers];
    if (alone) {
      this.#last = held;
      this.#sharers.clear();
      await Promise.all([before, ...sharers]);
    } else {
      this.#sharers.add(held);
      void held.then(() => this.#sharers.delete(held));
      await before;
    }
    return release;
  }
}
