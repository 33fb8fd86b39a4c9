/**
 * State in a JSON file: lowdb, with a schema, a fallback, and our own adapter. The adapters of lowdb replace a file
 * without fsync, and treat a broken file as an error.
 */
import { readFile, rename, rm } from 'node:fs/promises';
import { Low } from 'lowdb';
import { createMutex } from '../async/mutex.js';
import { messageOf, systemCodeOf, unlessCode } from '../errors.js';
import { isRecord } from '../input/record.js';
import { writeDurably, type Owner } from './durable.js';

export interface JsonFile<Value> {
  /** Absolute. */
  path: string;
  /** Returns the value of what the file holds; throws if that is invalid. A zod schema fits. */
  schema: { parse(stored: unknown): Value };
  /** Returns what the file shall hold, for `JSON.stringify`. By default the schema checks the value and returns it. */
  encode?: (value: Value) => unknown;
  /** The value if there is no file, or it cannot be used. */
  fallback: Value;
  /** Called if an existing file cannot be used. The fallback is used unless this throws. */
  onBroken?: (why: string, error: unknown) => void;
  /** A file that cannot be used is renamed to `<path>.broken-<milliseconds since 1970>` before the first write. */
  keepsBroken?: boolean;
  /** Parses the text; by default `JSON.parse`. */
  parse?: (text: string) => unknown;
  /** Mode of the file, such as 0o600. */
  mode?: number;
  /** The account that shall own the file; by default the one that writes it. */
  owner?: Owner | undefined;
  /** Spaces of indentation, for a file that people read; by default none. */
  indent?: number;
}

/**
 * A value, in memory and in a file. At every moment the file is the old one or the new one, and writes run one at a
 * time. Values are replaced, never changed in place: the same object is not written again. null means no file. Only
 * one process may use a file.
 */
export class JsonStore<Value> {
  private readonly low: Low<Value>;
  private readonly turns = createMutex();
  private current: Value;
  /** The value in the file; undefined if it has not been read, is broken, or a write has failed. */
  private onDisk: Value | undefined;
  private broken = false;

  constructor(private readonly file: JsonFile<Value>) {
    this.low = new Low<Value>({ read: () => this.load(), write: (value) => this.replace(value) }, file.fallback);
    this.current = file.fallback;
  }

  /** Reads the file. @throws whatever `onBroken` throws */
  static async open<Value>(file: JsonFile<Value>): Promise<JsonStore<Value>> {
    const store = new JsonStore(file);
    await store.read();
    return store;
  }

  get value(): Value {
    return this.current;
  }

  /** True if the file could not be used. The first write replaces it. */
  get isBroken(): boolean {
    return this.broken;
  }

  /** Reads the file again. @throws whatever `onBroken` throws */
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
   * Takes effect at once, and resolves when it is on the disk. Values that are set during a write share the next one.
   * After a failed write the value stays in effect; the next write includes it.
   * @throws the system's error
   */
  set(value: Value): Promise<void> {
    this.current = value;
    return this.turns.run(() => this.save(this.current));
  }

  /**
   * Takes effect once it is on the disk; after a failed write nothing has changed.
   * @param change gets the value after all earlier changes; nothing is written if it returns the same one
   * @throws the system's error; whatever `change` throws
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

  /** Resolves when all earlier writes have finished or failed. Never rejects. */
  ended(): Promise<void> {
    return this.turns.ended();
  }

  private async save(value: Value): Promise<void> {
    if (value === this.onDisk) return;
    this.onDisk = undefined;
    this.low.data = value;
    // lowdb does not write null.
    await (value === null ? rm(this.file.path, { force: true }) : this.low.write());
    this.onDisk = value;
  }

  /** Read method of the adapter. */
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

  /** Write method of the adapter. */
  private async replace(value: Value): Promise<void> {
    const { path, schema, encode = (one) => schema.parse(one), keepsBroken = false, mode, owner, indent } = this.file;
    const text = `${JSON.stringify(encode(value), null, indent)}\n`;
    if (this.broken && keepsBroken)
      await rename(path, `${path}.broken-${Date.now()}`).catch(unlessCode(['ENOENT'], undefined));
    this.broken = false;
    await writeDurably(path, text, mode, owner);
  }
}

/** A zod error's message is many lines of JSON; its first issue with its path is enough. */
function reasonOf(error: unknown): string {
  const issues: unknown = isRecord(error) ? error['issues'] : undefined;
  const [first] = (Array.isArray(issues) ? issues : []) as { path: string[]; message: string }[];
  if (first === undefined) return messageOf(error);
  return first.path.length === 0 ? first.message : `${first.path.join('.')}: ${first.message}`;
}
