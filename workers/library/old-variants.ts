/**
 * Files for other kinds of pens, from library version 1: `variants/<oid>_<fingerprint>.gme`, each with a note in the
 * same folder. They are moved once, into the folder and the records of all built files.
 */
import { lstat, readdir, readFile, rename } from 'node:fs/promises';
import { syncFolder } from '../base/files/durable.js';
import type { HeldFolder } from '../base/files/held-folder.js';
import { removeTree } from '../base/files/remove-tree.js';
import { unlessGone } from '../base/files/walk.js';
import { jsonIn } from '../base/input/json.js';
import type { AlbumRecord, BuiltFile } from './types.js';

const variants = 'variants';

/**
 * Moves complete files; `removeOldVariants` deletes the rest. May be repeated after a crash.
 * @returns the moved files of each album
 */
export async function moveOldVariants(
  library: HeldFolder,
  albums: readonly AlbumRecord[],
): Promise<Map<AlbumRecord, BuiltFile[]>> {
  await using from = await library.below(variants).catch(unlessGone(null));
  if (from === null) return new Map();
  const to = await library.below('gme');
  return await moveAll(from, to, albums).finally(() => to.close());
}

async function moveAll(
  from: HeldFolder,
  to: HeldFolder,
  albums: readonly AlbumRecord[],
): Promise<Map<AlbumRecord, BuiltFile[]>> {
  const found = new Map<AlbumRecord, BuiltFile[]>();
  for (const note of await readdir(from.at(''))) {
    const [, base = '', oid, fingerprint = ''] = /^((\d+)_([0-9a-f]{32}))\.json$/.exec(note) ?? [];
    const album = albums.find((one) => one.oid === Number(oid));
    const known = album?.files.some((file) => file.fingerprint === fingerprint);
    if (album === undefined || known !== false) continue;
    const filename = `${base}.gme`;
    await rename(from.at(filename), to.at(filename)).catch(unlessGone(undefined));
    const facts = await lstat(to.at(filename)).catch(unlessGone(null));
    const { size, sha256 } = noteOf(await readFile(from.at(note), 'utf8'));
    if (facts === null || facts.size !== size || sha256 === undefined) continue;
    const file = { fingerprint, filename, size, sha256, built_at: Math.round(facts.mtimeMs) };
    found.set(album, [...(found.get(album) ?? []), file]);
  }
  if (found.size > 0) await syncFolder(to.at(''));
  return found;
}

/** Call this once the records are on the disk. */
export const removeOldVariants = (library: HeldFolder): Promise<void> => removeTree(library, variants);

const noteOf = (text: string): { size?: number; sha256?: string } => jsonIn(text) ?? {};
