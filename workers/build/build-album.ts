/** Builds the GME file of an album in the library. */
import { lstat, readdir, rm } from 'node:fs/promises';
import { asciiSlug } from '../base/files/names.js';
import { unlessNoFolder } from '../base/files/walk.js';
import { dateOf, fingerprintOf, type GmeTarget } from '../library/fingerprint.js';
import { spokenText } from '../library/spoken-title.js';
import type { AlbumRecord, BuiltFile } from '../library/types.js';
import type { GmeAlbum } from '../gme/header.js';
import type { Progress } from '../base/ports.js';
import { mediaOf, type MediaContext } from './media.js';
import { writeGme } from './write-gme.js';

/** Returns the header fields and the mode of an album's GME. */
export function gmeAlbum(album: AlbumRecord, target: GmeTarget): GmeAlbum {
  return {
    productId: album.oid,
    language: target.language,
    date: dateOf(album.changed_at),
    mode: album.player_mode,
    hasSpokenTitle: spokenText(album) !== null,
  };
}

/** Returns `920_Gruesse-Toene`: ASCII, with the OID. */
export function gmeName({ oid, album_title }: Pick<AlbumRecord, 'oid' | 'album_title'>): string {
  const slug = asciiSlug(album_title);
  return slug === '' ? String(oid) : `${oid}_${slug}`;
}

/**
 * Builds a file into the library's `gme` folder; the caller saves the record. The former file of that name stays
 * complete until the new one replaces it.
 * Same errors as `mediaOf` and `writeGme`; `conflict` if that folder is a link.
 */
export async function buildAlbum(
  album: AlbumRecord,
  target: GmeTarget,
  filename: string,
  context: MediaContext & { now(): number },
): Promise<BuiltFile> {
  const progress: Progress | undefined = context.progress && ((done, total) => context.progress?.(done, total + 1));
  const media = await mediaOf(album, target.format, { ...context, progress });
  const { signal, library } = context;
  return library.within('gme', async (folder) => {
    const path = folder.at(filename);
    const { size, sha256 } = await writeGme(path, gmeAlbum(album, target), media, signal);
    const { mtimeMs } = await lstat(path);
    const fingerprint = fingerprintOf(album, target);
    return { fingerprint, filename, size, sha256, mtime_ms: mtimeMs, built_at: context.now() };
  });
}

/** Returns the hashes of an album's tracks, and of its spoken title. */
export function soundsOf(album: Pick<AlbumRecord, 'tracks' | 'album_title' | 'spoken_title'>): string[] {
  const title = spokenText(album);
  return [...album.tracks.map(({ sha256 }) => sha256), ...(title === null ? [] : [title.hash])];
}

/** Removes the generated files of albums: GME files, and transcoded tracks that no other album uses. */
export async function removeGenerated(
  albums: readonly AlbumRecord[],
  others: readonly AlbumRecord[],
  library: MediaContext['library'],
): Promise<void> {
  const theirs = new Set(others.flatMap((other) => other.files.map(({ filename }) => filename)));
  const own = new Set(
    albums.flatMap(({ files }) => files.map(({ filename }) => filename)).filter((filename) => !theirs.has(filename)),
  );
  await removeIn(library, 'gme', (name) => own.has(name));
  const used = new Set(others.flatMap(soundsOf));
  const hashes = new Set(albums.flatMap(soundsOf));
  // A copy is named by the hash of its track or title.
  await removeIn(library, 'transcoded', (name) => {
    const [hash = ''] = name.split('.');
    return hashes.has(hash) && !used.has(hash);
  });
}

async function removeIn(
  library: MediaContext['library'],
  folder: 'gme' | 'transcoded',
  isUnwanted: (name: string) => boolean,
): Promise<void> {
  await library
    .within(folder, async (held) => {
      for (const name of await readdir(held.at(''))) if (isUnwanted(name)) await rm(held.at(name), { force: true });
    })
    // If the folder is a link, its content is not ours.
    .catch(unlessNoFolder(undefined));
}
