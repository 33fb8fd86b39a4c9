/** Which file each pen gets of an album; those that the library does not have as its own are built, one at a time. */
import { join } from 'node:path';
import { fingerprintOf, type GmeTarget } from '../../workers/library/fingerprint.js';
import { builtVariant, buildVariant, pruneVariants, type Variant } from '../../workers/build/variant.js';
import type { Transcoder } from '../../workers/audio/ffmpeg/transcode.js';
import { messageOf, TonstiftError } from '../../workers/base/errors.js';
import type { Library } from '../../workers/library/library.js';
import type { AlbumRecord } from '../../workers/library/types.js';
import { formatOf, type Pen, type WantedFile } from '../../workers/pen/types.js';
import type { Log } from '../../workers/base/ports.js';
import type { Jobs } from '../jobs.js';

export interface VariantParts {
  library: Library;
  transcoder: Transcoder;
  jobs: Jobs;
  cores: number;
  log: Log;
  /** Of the library's own files. */
  target(): GmeTarget;
  /** Whether pens decide about their files. */
  follow(): boolean;
  /** Every pen that is known. */
  pens(): readonly Kind[];
  /** A file is there now, or cannot be. */
  changed(): void;
}

/** What a pen says of itself. */
type Kind = Pick<Pen, 'language' | 'generation'>;

/** What is to be on a pen. */
export interface Wanted {
  files: WantedFile[];
  /** Albums whose file is not there: what the pen has of them stays. */
  absent: ReadonlySet<number>;
  /** Those of them that are being made. */
  coming: number;
  failed: { oid: number; error: TonstiftError }[];
}

const sameTarget = (a: GmeTarget, b: GmeTarget): boolean => a.language === b.language && a.format === b.format;

export class Variants {
  private readonly building = new Map<string, Promise<void>>();
  private readonly failures = new Map<string, TonstiftError>();

  constructor(private readonly parts: VariantParts) {}

  targetOf({ language, generation }: Kind): GmeTarget {
    const own = this.parts.target();
    if (!this.parts.follow()) return own;
    return {
      language: language ?? own.language,
      format: (generation === null ? null : formatOf[generation]) ?? own.format,
    };
  }

  async wanted(pen: Kind, albums: readonly AlbumRecord[]): Promise<Wanted> {
    const target = this.targetOf(pen);
    const absent = new Set<number>();
    const wanted: Wanted = { files: [], absent, coming: 0, failed: [] };
    for (const album of albums) {
      const file = await this.fileOf(album, target);
      if (file !== null) {
        wanted.files.push({
          oid: album.oid,
          title: album.album_title,
          source: file.path,
          size: file.size,
          sha256: file.sha256,
        });
        continue;
      }
      absent.add(album.oid);
      const error = this.failureOf(album, target);
      if (error !== undefined) wanted.failed.push({ oid: album.oid, error });
      else if (!this.isPaused(album)) wanted.coming++;
    }
    await this.prune();
    return wanted;
  }

  /**
   * Resolves when the file of an album for a pen stands; the library's own is built elsewhere. Throws `build_failed`.
   */
  async build(oid: number, pen: Kind): Promise<void> {
    const { library } = this.parts;
    const target = this.targetOf(pen);
    const album = library.get(oid);
    this.failures.delete(fingerprintOf(album, target));
    if ((await this.fileOf(album, target)) !== null) return;
    await this.building.get(fingerprintOf(album, target));
    const error = this.failureOf(album, target);
    if (error !== undefined) throw error;
  }

  private isOwn(target: GmeTarget): boolean {
    return sameTarget(target, this.parts.target());
  }

  private async fileOf(album: AlbumRecord, target: GmeTarget): Promise<Variant | null> {
    const { library } = this.parts;
    if (this.isOwn(target)) {
      const { gme } = album;
      return gme?.fingerprint === fingerprintOf(album, target)
        ? { path: join(library.gmeFolder, gme.filename), size: gme.size, sha256: gme.sha256 }
        : null;
    }
    const built = album.pending === null ? await builtVariant(album, target, library) : null;
    if (built === null && album.pending === null && !this.isPaused(album)) this.start(album, target);
    return built;
  }

  private failureOf(album: AlbumRecord, target: GmeTarget): TonstiftError | undefined {
    const fingerprint = fingerprintOf(album, target);
    if (!this.isOwn(target)) return this.failures.get(fingerprint);
    if (album.gme_error?.fingerprint !== fingerprint) return undefined;
    return new TonstiftError(
      'build_failed',
      `The file of album ${album.oid} "${album.album_title}" could not be made: ${album.gme_error.reason}`,
    );
  }

  /** Its generated files were removed on purpose: they come back when someone asks for one, or edits it. */
  private isPaused(album: AlbumRecord): boolean {
    return album.gme_paused === fingerprintOf(album, this.parts.target());
  }

  private start(album: AlbumRecord, target: GmeTarget): void {
    const { library, jobs, log } = this.parts;
    const { folder, oid, album_title: title } = album;
    const fingerprint = fingerprintOf(album, target);
    if (this.building.has(fingerprint) || this.failures.has(fingerprint)) return;
    const kind = [target.language || 'any language', target.format].join(', ');
    const ended = jobs
      .run({ lane: 'variants', kind: 'build', title: `${title} (${kind})`, oid }, async ({ signal, progress }) => {
        const now = library.inFolder(folder);
        // Edited or deleted while it waited: another one is on its way, or none.
        if (now === undefined || fingerprintOf(now, target) !== fingerprint) return;
        await buildVariant(now, target, { ...this.parts, signal, progress });
        log.info(`Album ${oid} "${title}" is ready for pens of another kind (${kind}).`);
      })
      .catch((error: unknown) => {
        if (error instanceof TonstiftError && (error.code === 'not_now' || error.code === 'aborted')) return;
        const failure = new TonstiftError(
          error instanceof TonstiftError ? error.code : 'build_failed',
          `The file of album ${oid} "${title}" for this pen (${kind}) could not be made: ${messageOf(error)}`,
          {},
          { cause: error },
        );
        this.failures.set(fingerprint, failure);
        log.error(failure.message);
      })
      .finally(() => {
        this.building.delete(fingerprint);
        this.parts.changed();
      });
    this.building.set(fingerprint, ended);
  }

  private async prune(): Promise<void> {
    if (this.building.size > 0) return;
    const { library } = this.parts;
    const targets = this.parts
      .pens()
      .map((pen) => this.targetOf(pen))
      .filter((target) => !this.isOwn(target));
    await pruneVariants(library.albums, targets, library);
  }
}
