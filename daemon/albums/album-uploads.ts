/**
 * Turns uploads into albums, each once: an upload that is sent again with the same key returns its earlier albums.
 */
import type { UploadKey, UploadResult } from '../../http/resources/albums/service.js';
import type { UploadedFile } from '../../http/request/uploaded-file.js';
import { TonstiftError } from '../../workers/base/errors.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';
import type { Log } from '../../workers/base/ports.js';
import { importBatch } from '../../workers/import/import.js';
import type { Batch, ImportContext, ImportOutcome } from '../../workers/import/types.js';
import type { Library } from '../../workers/library/library.js';
import type { AlbumRecord, AlbumView } from '../../workers/library/types.js';
import type { ArrivalList } from '../arrival-notes.js';
import type { Jobs } from '../jobs.js';
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

  private async takeIn(
    files: UploadedFile[],
    cover: UploadedFile | undefined,
    { key, signal }: { key: UploadKey | undefined; signal: AbortSignal },
  ): Promise<UploadResult> {
    const { importing, log } = this.parts;
    const batch: Batch = {
      ...fromUpload,
      origin: { ...fromUpload.origin, ...(key && { source: key.key, payload: key.payload }) },
      ...(cover === undefined ? {} : { cover: await foundFile(cover) }),
      files: await foundFiles(files),
    };
    const outcome = await this.albums.inLibrary(() => importBatch(batch, { ...importing, signal }));
    const { albums, rejected, warnings, duplicates } = outcome;
    for (const album of albums)
      log.info(`Imported an upload as album ${album.oid} "${album.album_title}" (${album.tracks.length} tracks).`);
    this.albums.arrived(albums);
    this.note(batch, outcome);
    const views = albums.map((album) => this.albums.view(album));
    const [album] = views;
    if (album === undefined) throw new Error('The import of an upload returned neither an album nor an error');
    return { album, albums: views, rejected, warnings, duplicate_of: duplicates[0]?.of.oid ?? null };
  }

  private note({ files }: Batch, { albums, rejected, warnings }: ImportOutcome): void {
    const { arrivals } = this.parts;
    // The name of the folder, if there was one.
    const [top = '', below] = files[0]?.relativePath.split('/') ?? [];
    const name = below === undefined ? (albums[0]?.album_title ?? top) : top;
    const way = 'upload';
    const sentences = (list: UploadResult['rejected']): Sentence[] =>
      list.map(({ filename, reason }) => say('import.rejected', { filename, reason }));
    const oids = albums.map(({ oid }) => oid);
    if (oids.length > 0) arrivals.add({ way, end: 'album', name, oids, reasons: sentences(warnings) });
    const reasons = sentences(rejected);
    if (reasons.length > 0) arrivals.add({ way, end: 'failed', name, reasons });
  }
}
