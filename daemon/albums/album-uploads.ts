/**
 * Turns uploads into albums, each once: an upload that is sent again with the same key returns its earlier albums.
 * Imports files for `tonstift import`, too.
 */
import type { ImportResult, UploadKey, UploadResult } from '../../http/resources/albums/service.js';
import type { UploadedFile } from '../../http/request/uploaded-file.js';
import { TonstiftError } from '../../workers/base/errors.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';
import type { Log } from '../../workers/base/ports.js';
import { counted } from '../../workers/base/text/counted.js';
import { importBatch } from '../../workers/import/import.js';
import { nothingReadable } from '../../workers/import/inspect/inspect.js';
import { sayDuplicate, sayJoined } from '../../workers/import/match/say-outcome.js';
import type { Batch, ImportContext, ImportOutcome } from '../../workers/import/types.js';
import type { Library } from '../../workers/library/library.js';
import type { AlbumRecord, AlbumView } from '../../workers/library/types.js';
import type { ArrivalList } from '../arrival-notes.js';
import type { Jobs } from '../jobs.js';
import { commandBatch, reportOf } from './import-report.js';
import { foundFile, foundFiles, fromUpload, isUploadOf } from './sent-files.js';

export interface AlbumUploadsParts {
  library: Library;
  jobs: Jobs;
  arrivals: Pick<ArrivalList, 'add'>;
  importing: Omit<ImportContext, 'signal'>;
  log: Log;
}

/** The methods of `Albums` that uploads need. */
interface AllAlbums {
  view(album: AlbumRecord): AlbumView;
  /** Builds their files, and publishes events. */
  arrived(albums: readonly AlbumRecord[]): void;
  inLibrary<Result>(work: () => Promise<Result>): Promise<Result>;
}

export class AlbumUploads {
  constructor(
    private readonly parts: AlbumUploadsParts,
    private readonly albums: AllAlbums,
  ) {}

  /** Returns the result of the upload with this key; null if there was none. Throws TonstiftError `key_reused`. */
  known({ key, payload }: UploadKey): UploadResult | null {
    const albums = this.parts.library.albums.filter(({ origin }) => isUploadOf(origin, key));
    // Albums of older versions have no payload digest.
    if (albums.some(({ origin }) => origin.payload !== undefined && origin.payload !== payload))
      throw new TonstiftError('key_reused', say('error.key_reused'));
    const views = albums.map((album) => this.albums.view(album));
    const [album] = views;
    return album === undefined ? null : { album, albums: views, rejected: [], warnings: [], duplicate_of: null };
  }

  /** Throws as `importBatch` and `known`, and `library_unavailable`, `not_now` if the disk disappears. */
  take(files: UploadedFile[], cover: UploadedFile | undefined, key?: UploadKey): Promise<UploadResult> {
    // A job, so that the library is not moved meanwhile. Two uploads with the same key run one after the other.
    const lane = key === undefined ? {} : { lane: `upload:${key.key}` };
    const job = { ...lane, kind: 'import', title: 'An upload', oid: null } as const;
    return this.parts.jobs.run(job, async ({ signal }) => {
      const before = key === undefined ? null : this.known(key);
      return before ?? this.takeIn(files, cover, { key, signal });
    });
  }

  /** Throws as `importBatch`, and `library_unavailable`, `not_now` if the disk disappears. */
  import(name: string, files: UploadedFile[]): Promise<ImportResult> {
    const job = { kind: 'import', title: name || 'tonstift import', oid: null } as const;
    return this.parts.jobs.run(job, async ({ signal }) => {
      const batch = commandBatch(name, await foundFiles(files));
      return reportOf(await this.importAndNote(batch, signal), (album) => this.albums.view(album));
    });
  }

  private async takeIn(
    files: UploadedFile[],
    cover: UploadedFile | undefined,
    { key, signal }: { key: UploadKey | undefined; signal: AbortSignal },
  ): Promise<UploadResult> {
    const batch: Batch = {
      ...fromUpload,
      origin: { ...fromUpload.origin, ...(key && { source: key.key, payload: key.payload }) },
      ...(cover === undefined ? {} : { cover: await foundFile(cover) }),
      files: await foundFiles(files),
    };
    const { albums, rejected, warnings, duplicates } = await this.importAndNote(batch, signal);
    const views = albums.map((album) => this.albums.view(album));
    const [album] = views;
    if (album === undefined) throw nothingReadable(batch, rejected);
    return { album, albums: views, rejected, warnings, duplicate_of: duplicates[0]?.of.oid ?? null };
  }

  private async importAndNote(batch: Batch, signal: AbortSignal): Promise<ImportOutcome> {
    const { importing } = this.parts;
    const outcome = await this.albums.inLibrary(() => importBatch(batch, { ...importing, signal }));
    this.albums.arrived(outcome.albums);
    this.note(batch, outcome);
    return outcome;
  }

  private note(batch: Batch, { albums, joined, rejected, warnings, duplicates }: ImportOutcome): void {
    const { arrivals, log } = this.parts;
    const way = batch.origin.kind;
    // The name of the folder, if there was one.
    const [top = '', below] = batch.files[0]?.relativePath.split('/') ?? [];
    const name = batch.name || (below === undefined ? (albums[0]?.album_title ?? top) : top);
    const what = way === 'upload' ? 'an upload' : JSON.stringify(name);
    const sentences = (list: UploadResult['rejected']): Sentence[] =>
      list.map(({ filename, reason }) => say('import.rejected', { filename, reason }));
    const known = new Set(joined.map(({ album }) => album));
    const fresh = albums.filter((album) => !known.has(album));
    for (const album of fresh)
      log.info(
        `Imported ${what} as album ${album.oid} "${album.album_title}" (${counted(album.tracks.length, 'track')}).`,
      );
    const oids = fresh.map(({ oid }) => oid);
    if (oids.length > 0) arrivals.add({ way, end: 'album', name, oids, reasons: sentences(warnings) });
    for (const one of joined) {
      const reasons = [...sayJoined(one), ...sentences(warnings)];
      log.info(`${what}: ${reasons.map(String).join(' ')}`);
      arrivals.add({
        way,
        end: 'joined',
        name,
        oids: [one.album.oid],
        tracks: one.tracks.map(({ id }) => id),
        reasons,
      });
    }
    for (const one of duplicates.filter(({ left }) => left.length > 0))
      arrivals.add({ way, end: 'duplicate', name: one.name || name, oids: [one.of.oid], reasons: [sayDuplicate(one)] });
    const reasons = sentences(rejected);
    if (reasons.length > 0) arrivals.add({ way, end: 'failed', name, reasons });
  }
}
