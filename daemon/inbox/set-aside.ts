/** What the inbox cannot take: moved out of the way, with a text beside it that says why. Nothing is deleted. */
import { lstat, mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { moveFile, writeDurably } from '../../workers/base/files/durable.js';
import { cutToBytes, isSystemJunk, nameKey, uniqueName } from '../../workers/base/files/names.js';
import { unlessGone, type FoundFile } from '../../workers/base/files/walk.js';
import type { Unit } from './scan.js';

/**
 * Moves files of a unit to a folder, `failed/` or `duplicates/`, under the unit's name; adds to `<name>.why.txt` there.
 * The text comes first, so that a crash in between loses no reason; a sentence that stands there is not repeated.
 * @returns where they are now
 */
export async function setAside(
  folder: string,
  unit: Pick<Unit, 'kind' | 'name'>,
  files: readonly FoundFile[],
  sentences: readonly string[],
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const note = join(folder, `${cutToBytes(unit.name, 200)}.why.txt`);
  const before = await readFile(note, 'utf8').catch(unlessGone(''));
  // What cannot be moved is tried every minute; its reason is noted once.
  const known = new Set(before.split('\n'));
  const fresh = sentences.filter((sentence) => !known.has(sentence));
  if (fresh.length > 0) await writeDurably(note, `${before}${fresh.join('\n')}\n`);
  for (const file of files) {
    if ((await lstat(file.path).catch(unlessGone(null))) === null) continue;
    const wanted =
      unit.kind === 'folder' ? join(folder, unit.name, file.relativePath) : join(folder, basename(file.path));
    await mkdir(dirname(wanted), { recursive: true });
    await moveFile(file.path, await freePath(wanted));
  }
  return unit.kind === 'folder' ? join(folder, unit.name) : folder;
}

async function freePath(path: string): Promise<string> {
  const taken = new Set((await readdir(dirname(path))).map(nameKey));
  return join(dirname(path), uniqueName(basename(path), taken));
}

/** Removes a folder that holds nothing but empty folders and what systems strew about; keeps it otherwise. */
export async function removeEmptied(folder: string): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(unlessGone([]))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeEmptied(path);
    else if (isSystemJunk(entry.name)) await rm(path, { force: true });
  }
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}
