/**
 * State that the program keeps as one JSON file: lowdb, with a schema, a fallback, and an adapter of our own. The
 * adapters of lowdb replace a file without fsync, and take a broken one for an error.
 */
import { readFile, rename, rm } from 'node:fs/promises';
import { Low } from 'lowdb';
import { createMutex } from '../async/mutex.js';
import { messageOf, systemCodeOf } from '../errors.js';
import { isRecord } from '../input/record.js';
import { writeDurably } from './durable.js';

/** A zod schema is one. What is kept in memory as something else than JSON has a codec (`z.codec`). */
export interface JsonSchema<Value> {
  /** Throws for another shape. */
  parse(stored: unknown): Value;
  /** Answers what `JSON.stringify` takes. */
  encode(value: Value): unknown;
}

export interface JsonFile<Value> {
  /** Absolute. */
  path: string;
  schema: JsonSchema<Value>;
  /** The value where there is no file, or none that can be used. */
  fallback: Value;
  /** Is told why a file that is there cannot be used. The fallback is taken unless it throws. */
  onBroken?: (why: string, error: unknown) => void;
  /** A file that cannot be used is renamed to `<path>.broken-<milliseconds since 1970>` before the first write. */
  keepsBroken?: boolean;
  /** Text as JSON; `JSON.parse` unless given. */
  parse?: (text: string) => unknown;
  /** Of the file, such as 0o600. */
  mode?: number;
  /** Blanks of indentation, for a file that people read; none unless given. */
  indent?: number;
}

/**
 * One value, in memory and in a file. The file is the old one or the new one at every moment, and writes run one at a
 * time. Values are replaced, never changed in place: the same object again is not written. null stands for no file.
 * One process has a file at a time.
 */
export class JsonStore<Value> {
  private readonly low: Low<Value>;
  private readonly turns = createMutex();
  private current: Value;
  /** What the file says; undefined if it has not been read, is broken, or a write has failed. */
  private onDisk: Value | undefined;
  private broken = false;

  constructor(private readonly file: JsonFile<Value>) {
    this.low = new Low<Value>({ read: () => this.load(), write: (value) => this.replace(value) }, file.fallback);
    this.current = file.fallback;
  }

  /** Reads the file. @throws what `onBroken` throws */
  static async open<Value>(file: JsonFile<Value>): Promise<JsonStore<Value>> {
    const store = new JsonStore(file);
    await store.read();
    return store;
  }

  get value(): Value {
    return this.current;
  }

  /** Whether the file could not be used. The first write ends that. */
  get isBroken(): boolean {
    return this.broken;
  }

  /** Reads the file again. @throws what `onBroken` throws */
  read(): Promise<Value> {
    const before = this.current;
    return this.turns.run(async () => {
      this.low.data = this.file.fallback;
      await this.low.read();
      this.onDisk = this.broken ? undefined : this.low.data;
      if (this.current === before) this.current = this.low.data;
      return this.current;
    });
  }

  /**
   * In force at once, and on the disk when it resolves. Values that are set while a write runs share the next one.
   * A failed write leaves the value in force; the next write has it.
   * @throws the system's error
   */
  set(value: Value): Promise<void> {
    this.current = value;
    return this.turns.run(() => this.save(this.current));
  }

  /**
   * In force once it is on the disk; after a failed write nothing has changed.
   * @param change gets the value as it is after all earlier changes; nothing is written if it answers the same one
   * @throws the system's error; what `change` throws
   */
  update(change: (value: Value) => Value): Promise<void> {
    return this.turns.run(async () => {
      const before = this.current;
      const next = change(before);
      if (next === before) return;
      await this.save(next);
      if (this.current === before) this.current = next;
    });
  }

  /** Resolves when all that was given so far is written, or has failed. Never rejects. */
  ended(): Promise<void> {
    return this.turns.ended();
  }

  private async save(value: Value): Promise<void> {
    if (value === this.onDisk) return;
    this.onDisk = undefined;
    this.low.data = value;
    // lowdb does not write what is not there.
    await (value === null ? rm(this.file.path, { force: true }) : this.low.write());
    this.onDisk = value;
  }

  /** For lowdb. */
  private async load(): Promise<Value | null> {
    const { path, schema, parse = JSON.parse, onBroken } = this.file;
    this.broken = false;
    try {
      return schema.parse(parse(await readFile(path, 'utf8')));
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return null;
      this.broken = true;
      onBroken?.(reasonOf(error), error);
      return null;
    }
  }

  /** For lowdb. */
  private async replace(value: Value): Promise<void> {
    const { path, schema, keepsBroken = false, mode, indent } = this.file;
    const text = `${JSON.stringify(schema.encode(value), null, indent)}\n`;
    if (this.broken && keepsBroken)
      await rename(path, `${path}.broken-${Date.now()}`).catch((error: unknown) => {
        if (systemCodeOf(error) !== 'ENOENT') throw error;
      });
    this.broken = false;
    await writeDurably(path, text, mode);
  }
}

/** A zod error's message is many lines of JSON; its first issue is enough, with its place. */
function reasonOf(error: unknown): string {
  const issues: unknown = isRecord(error) ? error['issues'] : undefined;
  const [first] = (Array.isArray(issues) ? issues : []) as { path: string[]; message: string }[];
  if (first === undefined) return messageOf(error);
  return first.path.length === 0 ? first.message : `${first.path.join('.')}: ${first.message}`;
}
