interface Entry<Value> {
  users: number;
  value: Promise<Value>;
  /** Resolves when the key is free again. */
  closing?: Promise<void>;
}

/** Values that the first user opens, all others share, and the last user closes. */
export class SharedByKey<Value> {
  private readonly entries = new Map<string, Entry<Value>>();

  constructor(private readonly end: (value: Value) => Promise<void>) {}

  /** @throws whatever `begin` throws; the caller must then not call `release` */
  async open(key: string, begin: () => Promise<Value>): Promise<Value> {
    for (;;) {
      const found = this.entries.get(key);
      if (found?.closing !== undefined) {
        await found.closing;
        continue;
      }
      const entry: Entry<Value> = found ?? { users: 0, value: begin() };
      entry.users++;
      this.entries.set(key, entry);
      try {
        return await entry.value;
      } catch (error) {
        if (this.entries.get(key) === entry) this.entries.delete(key);
        throw error;
      }
    }
  }

  /** Call it once for each `open`. */
  async release(key: string): Promise<void> {
    const entry = this.entries.get(key);
    if (entry === undefined || --entry.users > 0) return;
    entry.closing = entry.value.then(this.end).finally(() => this.entries.delete(key));
    await entry.closing;
  }
}
