/** Reads the tags of an album's tracks, because the record contains only some of them. */
import { join } from 'node:path';
import pLimit from 'p-limit';
import { probe, type AudioFacts } from '../audio/probe.js';
import { noTags } from '../audio/formats/facts.js';
import { TonstiftError } from '../base/errors.js';
import { withSeen } from '../base/files/seen-file.js';
import type { ImportContext, InspectedTrack, KnownAlbum } from './types.js';
import type { AlbumRecord, TrackRecord } from '../library/types.js';

type Reading = Pick<ImportContext, 'library' | 'transcoder' | 'signal'>;

/** Cache by track id. A record is never modified but replaced, also when one of its files changes. */
const known = new WeakMap<AlbumRecord, Promise<ReadonlyMap<number, InspectedTrack>>>();

/** Files read in parallel. */
const atOnce = 4;

/** Reads the tracks of albums that files may belong to. */
export async function readAlbums(albums: readonly AlbumRecord[], context: Reading): Promise<KnownAlbum[]> {
  const read: KnownAlbum[] = [];
  for (const album of albums) read.push({ album, tracks: [...(await readTracks(album, context)).values()] });
  return read;
}

/**
 * An unreadable track counts as one without tags.
 * @throws TonstiftError `aborted`
 */
export function readTracks(album: AlbumRecord, context: Reading): Promise<ReadonlyMap<number, InspectedTrack>> {
  const found = known.get(album);
  if (found !== undefined) return found;
  const limit = pLimit(atOnce);
  const read = Promise.all(
    album.tracks.map((track) => limit(async () => [track.id, await readTrack(album, track, context)] as const)),
  ).then((all) => new Map(all));
  known.set(album, read);
  read.catch(() => known.delete(album));
  return read;
}

const unknown = { channels: undefined, sampleRate: undefined, mayHaveChapters: false };

async function readTrack(
  album: AlbumRecord,
  { filename, size, mtime_ms, sha256, codec, container, duration, source_path: relativePath }: TrackRecord,
  { library, transcoder, signal }: Reading,
): Promise<InspectedTrack> {
  const seen = { root: library.path, path: join(library.folderOf(album), filename), relativePath, size };
  const facts = await withSeen(seen, (path) => probe(path, { signal, listen: transcoder.listen })).catch(
    (error: unknown): AudioFacts => {
      if (error instanceof TonstiftError && error.code === 'aborted') throw error;
      return { ...noTags, codec, container, durationMs: duration, ...unknown };
    },
  );
  return { ...seen, mtime_ms, sha256, facts };
}
