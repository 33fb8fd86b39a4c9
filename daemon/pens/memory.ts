/** Remembers every pen that was plugged in: its kind, its name, and the files copied to it. */
import * as z from 'zod/v4';
import { JsonStore } from '../../workers/base/files/json-store.js';
import type { Pen, PenGeneration, RememberedFile } from '../../workers/pen/types.js';
import type { Log } from '../../workers/base/ports.js';

export interface KnownPen extends Omit<Pen, 'path' | 'readOnly'> {
  /** The name that a person has given it. */
  given_name: string | null;
  /** Milliseconds since 1970. */
  last_seen: number;
  /** Not listed until it is plugged in again. Its files stay remembered, or they would no longer count as ours. */
  forgotten: boolean;
  files: RememberedFile[];
}

type KnownPens = ReadonlyMap<string, KnownPen>;

const text = z.string().nullable();
const fileSchema = z.object({
  path: z.string(),
  oid: z.number(),
  size: z.number(),
  mtimeMs: z.number(),
  sha256: z.string(),
});
const penSchema = z.object({
  id: z.string(),
  name: z.string(),
  given_name: text.default(null),
  serial: text,
  firmware: text,
  language: text,
  // A later version may know more generations.
  generation: z.custom<PenGeneration | null>((value) => value === null || typeof value === 'string'),
  last_seen: z.number(),
  forgotten: z.boolean().default(false),
  files: z.array(fileSchema),
});
const stored = z.object({ version: z.literal(1), pens: z.array(penSchema) });
const schema = stored.transform(({ pens }): KnownPens => new Map(pens.map((pen) => [pen.id, pen])));
const encode = (pens: KnownPens): unknown => stored.parse({ version: 1, pens: [...pens.values()] });

export class PenMemory {
  private constructor(private readonly store: JsonStore<KnownPens>) {}

  /** A file that cannot be read is kept under another name: albums on pens are then recognised by their content. */
  static async open(path: string, log: Log): Promise<PenMemory> {
    const onBroken = (why: string): void =>
      log.error(
        `${path} cannot be read (${why}). It is renamed to ${path}.broken-… when a pen is plugged in. ` +
          'Albums on pens are recognised by their content.',
      );
    const fallback: KnownPens = new Map();
    return new PenMemory(await JsonStore.open({ path, schema, encode, fallback, onBroken, keepsBroken: true }));
  }

  /** All pens that are not forgotten. */
  all(): KnownPen[] {
    return this.withForgotten().filter(({ forgotten }) => !forgotten);
  }

  withForgotten(): KnownPen[] {
    return [...this.store.value.values()];
  }

  /** A forgotten pen, too. */
  get(id: string): KnownPen | undefined {
    return this.store.value.get(id);
  }

  /** The name to show. */
  nameOf({ id, name }: Pick<Pen, 'id' | 'name'>): string {
    return this.get(id)?.given_name ?? name;
  }

  files(id: string): RememberedFile[] {
    return this.get(id)?.files ?? [];
  }

  /** A pen was plugged in. Resolves when this is on the disk. */
  seen({ id, name, serial, firmware, language, generation }: Pen, now: number): Promise<void> {
    const given_name = this.get(id)?.given_name ?? null;
    const files = this.files(id);
    const kind = { serial, firmware, language, generation };
    return this.put({ id, name, given_name, ...kind, last_seen: now, forgotten: false, files });
  }

  remember(id: string, files: readonly RememberedFile[]): Promise<void> {
    const pen = this.get(id);
    return pen === undefined ? Promise.resolve() : this.put({ ...pen, files: [...files] });
  }

  /** @param name null: the pen gets its default name again */
  rename(id: string, name: string | null): Promise<void> {
    const pen = this.get(id);
    return pen === undefined ? Promise.resolve() : this.put({ ...pen, given_name: name });
  }

  forget(id: string): Promise<void> {
    const pen = this.get(id);
    return pen === undefined ? Promise.resolve() : this.put({ ...pen, given_name: null, forgotten: true });
  }

  /** Waits for the last write. */
  close(): Promise<void> {
    return this.store.ended();
  }

  private put(pen: KnownPen): Promise<void> {
    return this.store.set(new Map([...this.store.value, [pen.id, pen]]));
  }
}
