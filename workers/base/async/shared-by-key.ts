interface Entry<Value> {
  users: number;
  value: Promise<Value>;
  /** Resolves when the key is free again. */
  closing?: Promise<void>;
}

/** Values that are opened by their first user, shared with all others, and closed by the last. */
export class SharedByKey<Value> {
  private readonly entries = new Map<string, Entry<Value>>();

  constructor(private readonly end: (value: Value) => Promise<void>) {}

  /** @throws what `begin` throws; then the caller is no user */
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

  /** Once for each `open`. */
  async release(key: string): Promise<void> {
    const entry = this.entries.get(key);
    if (entry === undefined || --entry.users > 0) return;
    entry.closing = entry.value.then(this.end).finally(() => this.entries.delete(key));
    await entry.closing;
  }
}
