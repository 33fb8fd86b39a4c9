/** Serves the files of an album: for the pen, pictures, tracks; each with an ETag that changes with its content. */
import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServedFile } from '../../http/response/files/served-file.js';
import { TonstiftError } from '../../workers/base/errors.js';
import { sameTime } from '../../workers/base/files/same-time.js';
import { fileIdentity } from '../../workers/base/files/seen-file.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { say } from '../../workers/base/language/sentence.js';
import { builtFile } from '../../workers/library/fingerprint.js';
import type { Library } from '../../workers/library/library.js';
import { digestOfPicture } from '../../workers/library/pictures/track-pictures.js';
import { audioTypeOf } from './audio-types.js';
import type { Builds } from './builds.js';
import type { Thumbnails } from './thumbnails.js';
import { trackOf } from './track-of.js';
import type { AlbumViews } from './views.js';

export interface AlbumFilesParts {
  library: Library;
  builds: Builds;
  thumbnails: Thumbnails;
  views: AlbumViews;
}

export class AlbumFiles {
  constructor(private readonly parts: AlbumFilesParts) {}

  /** Returns the GME of the default target. @throws TonstiftError `gme_missing` */
  async gme(oid: number): Promise<ServedFile> {
    const { library, builds, views } = this.parts;
    const album = library.get(oid);
    const { gme_state: state, gme_error } = views.of(album);
    const file = state === 'ready' ? builtFile(album, builds.fingerprint(album)) : undefined;
    const path = join(library.gmeFolder, file?.filename ?? '');
    const facts = file === undefined ? null : await lstat(path).catch(unlessGone(null));
    if (file === undefined || facts?.size !== file.size) {
      // Someone deleted the file: the record is outdated.
      if (file !== undefined) await builds.sweep();
      throw new TonstiftError('gme_missing', say('error.no_gme', { oid, state, why: gme_error ?? '' }));
    }
    const { size, sha256, filename } = file;
    return {
      ...placeOf(library, path, facts),
      // A new file gets its name before its record. So the record's digest counts only if the file has the record's
      // time.
      etag: sameTime(file.mtime_ms, facts.mtimeMs) ? sha256 : tagOf(path, size, facts.mtimeMs),
      type: 'application/octet-stream',
      downloadName: filename,
    };
  }

  /** Returns the cover, or the picture of a track. @throws TonstiftError `not_found` */
  async picture(oid: number, filename: string): Promise<ServedFile> {
    const { library } = this.parts;
    const album = library.get(oid);
    const isOne = album.cover === filename || album.tracks.some(({ picture }) => picture === filename);
    const path = join(library.folderOf(album), filename);
    const facts = isOne ? await lstat(path).catch(unlessGone(null)) : null;
    if (facts === null)
      throw new TonstiftError('not_found', say('error.no_such_picture', { oid, name: JSON.stringify(filename) }));
    return {
      ...placeOf(library, path, facts),
      etag: digestOfPicture(filename) ?? tagOf(path, facts.size, facts.mtimeMs),
      type: 'image/jpeg',
    };
  }

  /** Maps each album that has a cover to the tag of its current cover. */
  async covers(oids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const { library, thumbnails } = this.parts;
    const albums = oids.flatMap((oid) => library.find(oid) ?? []);
    const tags = await Promise.all(albums.map(async (album) => [album.oid, await thumbnails.tag(album)] as const));
    return new Map(tags.flatMap(([oid, tag]) => (tag === null ? [] : [[oid, tag]])));
  }

  async thumbnail(oid: number): Promise<ServedFile> {
    const { library, thumbnails } = this.parts;
    return thumbnails.file(library.get(oid));
  }

  /** @throws TonstiftError `track_not_found`, `not_found` if its file does not exist */
  async track(oid: number, id: number): Promise<ServedFile> {
    const { library } = this.parts;
    const album = library.get(oid);
    const track = trackOf(album, id);
    const path = join(library.folderOf(album), track.filename);
    const facts = await lstat(path).catch(unlessGone(null));
    if (facts === null) throw new TonstiftError('not_found', say('error.track_file', { id: String(id) }));
    return {
      ...placeOf(library, path, facts),
      etag: tagOf(path, facts.size, facts.mtimeMs),
      type: audioTypeOf(track.filename),
    };
  }
}

const placeOf = (
  library: Library,
  path: string,
  facts: Stats,
): Pick<ServedFile, 'root' | 'path' | 'size' | 'identity'> => ({
  ...{ root: library.path, path, size: facts.size, identity: fileIdentity(facts) },
});

const tagOf = (...facts: (string | number)[]): string =>
  createHash('sha256').update(facts.join(' ')).digest('hex').slice(0, 32);
