/**
 * GME files for pens that want another language or another sound than the library's own:
 * built when asked for, and kept.
 */
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../base/files/durable.js';
import { unlessGone } from '../base/files/walk.js';
import { fingerprintOf, type GmeTarget } from '../library/fingerprint.js';
import type { AlbumRecord } from '../library/types.js';
import { gmeAlbum } from './build-album.js';
import { mediaOf, type MediaContext } from './media.js';
import { writeGme } from './write-gme.js';

/** A finished file. */
export interface Variant {
  path: string;
  size: number;
  /** Hexadecimal. */
  sha256: string;
}

const nameOf = (album: AlbumRecord, target: GmeTarget): string => `${album.oid}_${fingerprintOf(album, target)}`;

/** The file that was built before, or null. */
export async function builtVariant(
  album: AlbumRecord,
  target: GmeTarget,
  { variantsFolder }: { variantsFolder: string },
): Promise<Variant | null> {
  const base = join(variantsFolder, nameOf(album, target));
  const path = `${base}.gme`;
  const [facts, text] = await Promise.all([
    stat(path).catch(unlessGone(null)),
    readFile(`${base}.json`, 'utf8').catch(unlessGone(null)),
  ]);
  if (facts === null || text === null) return null;
  try {
    const { size, sha256 } = JSON.parse(text) as Partial<Variant>;
    return size === facts.size && typeof sha256 === 'string' ? { path, size, sha256 } : null;
  } catch {
    return null;
  }
}

/** Throws as `mediaOf` and `writeGme`. */
export async function buildVariant(album: AlbumRecord, target: GmeTarget, context: MediaContext): Promise<Variant> {
  const base = join(context.library.variantsFolder, nameOf(album, target));
  const path = `${base}.gme`;
  const progress = context.progress && ((done: number, total: number) => context.progress?.(done, total + 1));
  const media = await mediaOf(album, target.format, { ...context, progress });
  const { size, sha256 } = await writeGme(path, gmeAlbum(album, target), media, { signal: context.signal });
  // The note comes last: a file without one is built again.
  await writeDurably(`${base}.json`, JSON.stringify({ size, sha256 }));
  return { path, size, sha256 };
}

/** Removes all variants of an album. */
export async function removeVariants(
  { oid }: Pick<AlbumRecord, 'oid'>,
  { variantsFolder }: { variantsFolder: string },
): Promise<void> {
  for (const name of await readdir(variantsFolder).catch(unlessGone([]))) {
    if (name.startsWith(`${oid}_`)) await rm(join(variantsFolder, name), { force: true });
  }
}

/** Removes what no album and no pen needs any more. */
export async function pruneVariants(
  albums: readonly AlbumRecord[],
  targets: readonly GmeTarget[],
  { variantsFolder }: { variantsFolder: string },
): Promise<void> {
  const wanted = new Set(
    albums.flatMap((album) =>
      targets.flatMap((target) => [`${nameOf(album, target)}.gme`, `${nameOf(album, target)}.json`]),
    ),
  );
  for (const name of await readdir(variantsFolder).catch(unlessGone([]))) {
    if (!wanted.has(name)) await rm(join(variantsFolder, name), { force: true });
  }
}
