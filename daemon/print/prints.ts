/** Prints sheets of the library's albums: the PrintService for HTTP. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stagingFolder } from '../../config/places.js';
import type { Settings } from '../../config/settings.js';
import { parseField } from '../../config/validate.js';
import type { Looking, Making, PrintOrder, PrintService, SheetFormat } from '../../http/resources/print/service.js';
import { badFields, TonstiftError } from '../../workers/base/errors.js';
import { makeFolder } from '../../workers/base/files/make-folder.js';
import type { Language } from '../../workers/base/language/languages.js';
import { say, type Words } from '../../workers/base/language/sentence.js';
import type { Library } from '../../workers/library/library.js';
import { patternProblems } from '../../workers/oid/pattern.js';
import { imagesOf } from '../../workers/library/view.js';
import type { FileTask, Preview, SheetOrder } from '../../workers/print/print-tasks.js';
import { albumPatterns, type PatternLook } from '../../workers/print/output/album-patterns.js';
import { zipOf } from '../../workers/print/output/zip.js';
import {
  configFieldOf,
  fitOf,
  keptLayout,
  layoutFields,
  type PrintLayout,
} from '../../workers/print/sheet/print-layout.js';
import type { SheetAlbum } from '../../workers/print/sheet/sheet-album.js';
import type { PrintRenderer } from '../../workers/print/renderer.js';
import { writeTestSheetGme } from '../../workers/print/test-sheet/gme.js';
import type { Jobs } from '../jobs.js';
import type { LastOrder } from './last-order.js';
import { settingsService } from '../settings/service.js';

/**
 * Bytes. The sheet of an album and the test sheet fit completely, so that a slow reader does not block other sheets.
 */
const aheadOfReader = 1024 * 1024;

/** Default milliseconds for which a preview counts the pages after the one it shows. */
const countingMs = 400;
/** No page has more albums, even with the smallest tiles on the largest paper. A quick preview needs no others. */
const mostOnPage = 250;

export interface PrintParts {
  settings: Settings;
  library: Pick<Library, 'get' | 'folderOf' | 'path'>;
  jobs: Jobs;
  renderer: PrintRenderer;
  lastOrder: LastOrder;
}

export class Prints implements PrintService {
  constructor(private readonly parts: PrintParts) {}

  kept(): PrintLayout {
    return keptLayout(this.parts.settings.current);
  }

  layout(given: ReadonlyMap<string, unknown>): PrintLayout {
    const problems: Record<string, Words> = {};
    const changes = [...given].flatMap(([name, raw]) => {
      const field = layoutFields.find((one) => one === name);
      if (field === undefined) return [];
      const parsed = parseField(configFieldOf(field), raw, { user: '', folder: null });
      if ('value' in parsed) return [[field, parsed.value] as const];
      problems[field] = parsed.problem;
      return [];
    });
    const layout: PrintLayout = { ...this.kept(), ...Object.fromEntries(changes) };
    if (Object.keys(problems).length === 0) {
      const { dpi, pixel_size: dotSize } = layout;
      Object.assign(problems, patternProblems({ width: 10, height: 10 }, { dpi, dotSize }), fitOf(layout).problems);
    }
    if (Object.keys(problems).length > 0) throw badFields(problems);
    return layout;
  }

  async keep(layout: PrintLayout): Promise<void> {
    const changes = Object.fromEntries(layoutFields.map((name) => [configFieldOf(name), layout[name]]));
    await settingsService(this.parts.settings).update(changes, {
      knowsPassword: false,
      isLocal: false,
      isCommand: false,
    });
  }

  last(): PrintOrder | null {
    const kept = this.parts.lastOrder.get();
    try {
      return kept && { oids: kept.oids, layout: this.layout(new Map(Object.entries(kept.layout))) };
    } catch {
      // A layout of another version, or one edited by hand.
      return null;
    }
  }

  remember(order: PrintOrder): Promise<void> {
    return this.parts.lastOrder.set(order);
  }

  async preview(order: PrintOrder, page: number, looking: Looking = {}): Promise<Preview> {
    const { language = 'en', counting = countingMs, signal } = looking;
    const isGlance = counting < countingMs;
    const oids = isGlance ? order.oids.slice(0, (page + 1) * mostOnPage) : order.oids;
    const sheet = this.sheet({ ...order, oids });
    const task = { kind: 'preview', page, counting, language, ...sheet } as const;
    const preview = await this.parts.renderer.preview(task, signal);
    return { ...preview, complete: preview.complete && oids.length === order.oids.length };
  }

  async board(oid: number, form: string, language: Language = 'en'): Promise<string> {
    const album = this.sheetAlbum(oid);
    const { svg } = await this.parts.renderer.preview({ kind: 'board', album, layout: this.kept(), form, language });
    return svg;
  }

  pdf(order: PrintOrder, { language = 'en', signal }: Making = {}): Promise<Readable> {
    const sheet = this.sheet(order);
    const words = say('sheet.title', { count: sheet.albums.length, title: sheet.albums[0]?.album_title ?? '' });
    const task = { kind: 'pdf', title: words.in(language), language, ...sheet } as const;
    return this.printed(task, words.in('en'), signal);
  }

  patterns(oid: number, look: PatternLook, language?: Language): () => Readable {
    return albumPatterns(this.parts.library.get(oid), look, language);
  }

  async testSheet(format: SheetFormat, { language = 'en', signal }: Making = {}): Promise<Readable> {
    const { page_size: paper, dpi, pixel_size: dotSize } = this.kept();
    const task = { kind: 'test-sheet', paper, language, kept: { dpi, dotSize } } as const;
    const sheet = (kind: 'pdf' | 'png'): Promise<Readable> =>
      this.printed({ ...task, format: kind }, `Test sheet (${kind.toUpperCase()})`, signal);
    if (format !== 'zip') return sheet(format);
    const { current, places } = this.parts.settings;
    const staging = stagingFolder(places);
    makeFolder(staging);
    const folder = await mkdtemp(join(staging, 'test-sheet-'));
    const tidy = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      const gme = join(folder, 'test-sheet.gme');
      await writeTestSheetGme(gme, current.pen_language);
      signal?.throwIfAborted();
      const later = async function* (kind: 'pdf' | 'png'): AsyncGenerator<Uint8Array, void, void> {
        yield* (await sheet(kind)) as AsyncIterable<Uint8Array>;
      };
      const files = [
        { name: 'test-sheet.pdf', content: later('pdf') },
        { name: 'test-sheet.png', content: later('png') },
        { name: 'test-sheet.gme', content: gme },
      ];
      const zip = zipOf(files, new Date());
      zip.once('close', () => void tidy().catch(() => undefined));
      return zip;
    } catch (error) {
      await tidy();
      throw error;
    }
  }

  /** Throws `album_not_found`. */
  private sheet({ oids, layout }: PrintOrder): Omit<SheetOrder, 'language'> {
    const { library } = this.parts;
    return {
      layout,
      albums: oids.map((oid) => {
        const folder = { root: library.path, path: library.folderOf(library.get(oid)) };
        return { ...this.sheetAlbum(oid), folder, images: imagesOf(oid) };
      }),
    };
  }

  /** Throws `album_not_found`. */
  private sheetAlbum(oid: number): SheetAlbum {
    const { album_title, album_artist, cover, tracks: all } = this.parts.library.get(oid);
    const tracks = all.map(({ track_title, disc, duration, picture }) => ({ track_title, disc, duration, picture }));
    return { oid, album_title, album_artist, tracks, cover };
  }

  /**
   * Runs a job that lasts until the file is read. Rejects if not even its first chunk can be made.
   * @param left aborted if the client has disconnected
   */
  private printed(task: FileTask, title: string, left?: AbortSignal): Promise<Readable> {
    const { jobs, renderer } = this.parts;
    const out = new PassThrough({ highWaterMark: aheadOfReader });
    // The job handles a failure before the stream has a listener, or after the reader has gone. Without this listener,
    // it would end the process.
    out.on('error', () => undefined);
    return new Promise((resolve, reject) => {
      const job = jobs.run({ kind: 'print', title, oid: null, signal: left }, async ({ signal, progress }) => {
        const pieces = renderer.file(task, progress);
        try {
          const first = await pieces.next();
          signal.throwIfAborted();
          resolve(out);
          const all = async function* (): AsyncGenerator<Uint8Array, void, void> {
            if (first.done !== true) yield first.value;
            yield* pieces;
          };
          await pipeline(Readable.from(all()), out, { signal }).catch((error: unknown) => {
            signal.throwIfAborted();
            // The reader has disconnected; the sheet itself has no error.
            throw (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE' ? brokenOff() : error;
          });
        } finally {
          // A pipeline that fails before its first read does not close its source, and the thread would keep the sheet.
          await pieces.return();
        }
      });
      job.catch((error: Error) => {
        out.destroy(error);
        reject(error);
      });
    });
  }
}

const brokenOff = (): TonstiftError => new TonstiftError('aborted', say('error.broken_off'));
