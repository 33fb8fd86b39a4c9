/** What we know of every pen that was ever plugged in: its kind, and the files that we put on it. */
import { readFile, rename } from 'node:fs/promises';
import { messageOf } from '../../workers/base/errors.js';
import { writeDurably } from '../../workers/base/files/durable.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import type { Pen, RememberedFile } from '../../workers/pen/types.js';
import type { Log } from '../../workers/base/ports.js';

export interface KnownPen extends Omit<Pen, 'path' | 'readOnly'> {
  /** Milliseconds since 1970. */
  last_seen: number;
  files: RememberedFile[];
}

export class PenMemory {
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private readonly pens: Map<string, KnownPen>,
  ) {}

  /** A file that cannot be read is set aside: what is on pens is then found again by its content. */
  static async open(path: string, log: Log): Promise<PenMemory> {
    try {
      const text = await readFile(path, 'utf8').catch(unlessGone(null));
      if (text === null) return new PenMemory(path, new Map());
      return new PenMemory(path, new Map(readPens(JSON.parse(text)).map((pen) => [pen.id, pen])));
    } catch (error) {
      const aside = `${path}.broken-${Date.now()}`;
      await rename(path, aside);
      log.error(
        `${path} cannot be read (${messageOf(error)}) and is kept as ${aside}. ` +
          'Albums on pens are recognised by their content.',
      );
      return new PenMemory(path, new Map());
    }
  }

  all(): KnownPen[] {
    return [...this.pens.values()];
  }

  get(id: string): KnownPen | undefined {
    return this.pens.get(id);
  }

  files(id: string): RememberedFile[] {
    return this.pens.get(id)?.files ?? [];
  }

  /** A pen is plugged in. On the disk when the promise is kept. */
  seen({ id, name, serial, firmware, language, generation }: Pen, now: number): Promise<void> {
    this.pens.set(id, { id, name, serial, firmware, language, generation, last_seen: now, files: this.files(id) });
    return this.save();
  }

  remember(id: string, files: readonly RememberedFile[]): Promise<void> {
    const pen = this.pens.get(id);
    if (pen === undefined) return Promise.resolve();
    this.pens.set(id, { ...pen, files: [...files] });
    return this.save();
  }

  /** Waits for the last write. */
  async close(): Promise<void> {
    await this.writing.catch(() => undefined);
  }

  /** One write at a time; the last one holds everything. */
  private save(): Promise<void> {
    this.writing = this.writing
      .catch(() => undefined)
      .then(() => writeDurably(this.path, JSON.stringify({ version: 1, pens: this.all() })));
    return this.writing;
  }
}

const textOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

/** Throws for anything that is not what `save` wrote. */
function readPens(data: unknown): KnownPen[] {
  const { version, pens } = (data ?? {}) as { version?: unknown; pens?: unknown };
  if (version !== 1 || !Array.isArray(pens)) throw new Error('it is of another version');
  return pens.map((pen: KnownPen) => {
    const whole =
      typeof pen.id === 'string' &&
      typeof pen.name === 'string' &&
      [pen.serial, pen.firmware, pen.language, pen.generation].every(textOrNull) &&
      typeof pen.last_seen === 'number' &&
      Array.isArray(pen.files) &&
      pen.files.every(
        (file) =>
          typeof file.path === 'string' &&
          typeof file.sha256 === 'string' &&
          [file.oid, file.size, file.mtimeMs].every(Number.isFinite),
      );
    if (!whole) throw new Error('it names a pen that is none');
    return pen;
  });
}
