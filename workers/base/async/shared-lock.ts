/** Many may read at the same time, or one may write. Each gets its turn in the order of asking. */
export class SharedLock {
  /** Resolves when the last writer that has asked is done. Never rejects. */
  private writer: Promise<unknown> = Promise.resolve();
  /** Readers that have asked since the last writer. They never reject. */
  private readonly readers = new Set<Promise<unknown>>();

  /** A reader must not ask for the lock again: a writer may be waiting for it. */
  read<Result>(act: () => Promise<Result>): Promise<Result> {
    const own = this.writer.then(act);
    const ended: Promise<unknown> = own.catch(() => undefined).finally(() => this.readers.delete(ended));
    this.readers.add(ended);
    return own;
  }

  write<Result>(act: () => Promise<Result>): Promise<Result> {
    const own = Promise.all([this.writer, ...this.readers]).then(act);
    this.readers.clear();
    this.writer = own.catch(() => undefined);
    return own;
  }
}
