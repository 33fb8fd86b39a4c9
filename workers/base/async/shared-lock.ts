/** A lock for many readers or one writer. Callers get it in the order in which they asked. */
export class SharedLock {
  /** Resolves when the last queued writer is done. Never rejects. */
  private writer: Promise<unknown> = Promise.resolve();
  /** Readers queued after the last writer. They never reject. */
  private readonly readers = new Set<Promise<unknown>>();

  /** A reader must not ask for the lock again: a writer may be queued in between, which would deadlock. */
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
