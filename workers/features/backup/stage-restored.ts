/** Stages the files of a restored album in `staging`. */
import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path/posix';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFile, syncFolder } from '../../base/files/durable.js';
import type { HeldFolder } from '../../base/files/held-folder.js';
import { nameKey } from '../../base/files/names.js';
import { removeTree } from '../../base/files/remove-tree.js';
import { say } from '../../base/language/sentence.js';
import { extrasFolder } from '../../import/stage.js';
import { renumber } from '../../library/edit.js';
import type { Library } from '../../library/library.js';
import { factsFileName, type AlbumFacts } from '../../library/records/facts.js';
import type { CopiedFile, TrackRecord } from '../../library/types.js';
import { pathInBackup, unreadable, type BackedUpAlbum, type BackedUpFile } from './format.js';
import { namesOf } from './hold-album.js';
import { broken, type OpenBackup } from './read.js';

export interface Staged {
  /** Name in `staging`. */
  staging: string;
  /** Complete records, except for their ids. */
  tracks: TrackRecord[];
  cover: AlbumFacts['cover'];
  copies: CopiedFile[];
}

export interface Staging {
  backup: OpenBackup;
  library: Library;
  /** Called with the number of bytes written. */
  moved: (bytes: number) => void;
  signal?: AbortSignal;
}

/**
 * On failure, everything staged is removed.
 * @throws TonstiftError `unreadable_backup` if the backup is invalid; the signal's reason; the system's error
 */
export async function stageRestored(album: BackedUpAlbum, facts: AlbumFacts, staging: Staging): Promise<Staged> {
  checkFiles(album, facts);
  const name = randomUUID();
  return staging.library.within('staging', async (all) => {
    try {
      const folder = await all.below(name, { make: true });
      const staged = await fill(folder, album, staging).finally(() => folder.close());
      await syncFolder(all.at(''));
      return { staging: name, ...recordsOf(album, facts, staged) };
    } catch (error) {
      await removeTree(all, name).catch(() => undefined);
      return broken(error);
    }
  });
}

/** Allows only files that the album names, each once, and no reserved names. */
function checkFiles({ files, missing, album_title: title }: BackedUpAlbum, facts: AlbumFacts): void {
  const own = new Set(namesOf(facts));
  const there = new Set(files.map(({ name }) => name));
  const isOdd = (name: string): boolean =>
    nameKey(name) === nameKey(factsFileName) || !(own.has(name) || name.startsWith(`${extrasFolder}/`));
  const odd = files.find(({ name }) => isOdd(name))?.name ?? [...own].find((name) => nameKey(name) === extrasFolder);
  if (odd !== undefined || there.size < files.length)
    throw unreadable(say('backup.odd_file', { name: JSON.stringify(odd ?? ''), title }));
  const lacking = [...own].find((name) => !there.has(name) && !missing.includes(name));
  if (lacking !== undefined) throw unreadable(say('backup.lacks', { name: JSON.stringify(lacking) }));
  for (const { filename, size, sha256 } of facts.tracks) {
    const file = files.find(({ name }) => name === filename);
    const isSame = file === undefined || (file.size === size && file.sha256 === sha256);
    if (!isSame && file?.differs !== true)
      throw unreadable(say('backup.other_bytes', { name: JSON.stringify(filename) }));
  }
}

/** Writes the files and returns their times by name, in milliseconds since 1970. */
async function fill(
  folder: HeldFolder,
  { folder: inZip, files }: BackedUpAlbum,
  staging: Staging,
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  const folders = new Set<string>();
  for (const file of files) {
    const below = file.name.includes('/') ? dirname(file.name) : '';
    for (let one = below; one !== '' && one !== '.'; one = dirname(one)) folders.add(one);
    await using target = await folder.below(below, { make: true });
    times.set(file.name, await bring(target, pathInBackup(inZip, file.name), file, staging));
  }
  for (const below of [...folders, '']) {
    await using one = await folder.below(below);
    await syncFolder(one.at(''));
  }
  return times;
}

/** @returns its time, in milliseconds since 1970 */
async function bring(target: HeldFolder, path: string, file: BackedUpFile, staging: Staging): Promise<number> {
  const { backup, moved, signal } = staging;
  const at = target.at(basename(file.name));
  const digest = createHash('sha256');
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > file.size) return done(unreadable(say('backup.other_bytes', { name: JSON.stringify(file.name) })));
      digest.update(chunk);
      moved(chunk.length);
      done(null, chunk);
    },
  });
  const bytes = await backup.read(path, file.size);
  await pipeline(bytes, counted, createWriteStream(at, { flags: 'wx' }), { signal }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });
  if (size !== file.size || digest.digest('hex') !== file.sha256)
    throw unreadable(say('backup.other_bytes', { name: JSON.stringify(file.name) }));
  await syncFile(at);
  return (await lstat(at)).mtimeMs;
}

function recordsOf(
  { files, missing }: BackedUpAlbum,
  facts: AlbumFacts,
  times: ReadonlyMap<string, number>,
): Omit<Staged, 'staging'> {
  const isMissing = (name: string | null): boolean => name !== null && missing.includes(name);
  const tracks = facts.tracks.flatMap((track): TrackRecord[] => {
    const file = files.find(({ name }) => name === track.filename);
    if (file === undefined) return [];
    const picture = isMissing(track.picture) ? null : track.picture;
    const { size, sha256 } = file;
    // A time of 0 makes the library examine the changed track again.
    const mtime_ms = file.differs === true ? 0 : (times.get(file.name) ?? 0);
    return [{ ...track, picture, size, sha256, mtime_ms }];
  });
  return {
    tracks: tracks.length === facts.tracks.length ? tracks : renumber(tracks),
    cover: isMissing(facts.cover) ? null : facts.cover,
    copies: files.map(({ name: filename, size, sha256 }) => ({ filename, source: '', size, sha256 })),
  };
}
