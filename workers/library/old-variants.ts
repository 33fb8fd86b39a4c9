/**
 * Files for pens of another kind, from the time of library version 1: `variants/<oid>_<fingerprint>.gme`, each with a
 * note beside it. They are taken over once, into the folder and the records of all built files.
 */
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../base/files/durable.js';
import { unlessGone } from '../base/files/walk.js';
import type { AlbumRecord, BuiltFile } from './types.js';

/**
 * Moves what is whole; what stays behind is left for `removeOldVariants`. May be repeated after a crash.
 * @returns what each album has by it
 */
export async function moveOldVariants(
  root: string,
  albums: readonly AlbumRecord[],
): Promise<Map<AlbumRecord, BuiltFile[]>> {
  const [from, to] = [join(root, 'variants'), join(root, 'gme')];
  const found = new Map<AlbumRecord, BuiltFile[]>();
  for (const note of await readdir(from).catch(unlessGone([]))) {
    const [, base = '', oid, fingerprint = ''] = /^((\d+)_([0-9a-f]{32}))\.json$/.exec(note) ?? [];
    const album = albums.find((one) => one.oid === Number(oid));
    const known = album?.files.some((file) => file.fingerprint === fingerprint);
    if (album === undefined || known !== false) continue;
    const filename = `${base}.gme`;
    await rename(join(from, filename), join(to, filename)).catch(unlessGone(undefined));
    const facts = await stat(join(to, filename)).catch(unlessGone(null));
    const { size, sha256 } = noteOf(await readFile(join(from, note), 'utf8'));
    if (facts === null || facts.size !== size || sha256 === undefined) continue;
    const file = { fingerprint, filename, size, sha256, built_at: Math.round(facts.mtimeMs) };
    found.set(album, [...(found.get(album) ?? []), file]);
  }
  if (found.size > 0) await syncFolder(to);
  return found;
}

/** Once the records are on the disk. */
export const removeOldVariants = (root: string): Promise<void> =>
  rm(join(root, 'variants'), { recursive: true, force: true });

function noteOf(text: string): { size?: number; sha256?: string } {
  try {
    return (JSON.parse(text) ?? {}) as { size?: number; sha256?: string };
  } catch {
    return {};
  }
}
