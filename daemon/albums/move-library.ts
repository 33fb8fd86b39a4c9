/** A new place for the library: there as a whole before the old one goes. */
import { randomUUID } from 'node:crypto';
import { lstat, readdir, rename, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inFolder, type HeldFolder } from '../../workers/base/files/held-folder.js';
import { makeFolder } from '../../workers/base/files/make-folder.js';
import { badFields, messageOf, systemCodeOf } from '../../workers/base/errors.js';
import { linkOrCopy, syncFolder } from '../../workers/base/files/durable.js';
import { removeTree } from '../../workers/base/files/remove-tree.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import { libraryFileName, markFileName } from '../../workers/library/place.js';
import type { Log } from '../../workers/base/ports.js';
import { libraryLockName } from '../library-lock.js';
import type { OpenLibrary } from '../open-library.js';

/** What is not moved: it can be made again, or is this process's own. */
const left = new Set(['staging', libraryLockName]);

/**
 * Brings the library to another folder and goes on from there. An empty or missing folder gets a copy (by second
 * names where the disk can); a folder that is a library already is taken as it is, and the old one stays.
 * Throws TonstiftError `bad_field` for any other folder and for one that cannot be written; nothing has changed then.
 * @returns `undo` goes back to the old place, `finish` removes what was left there
 */
export async function moveLibrary(
  { library, jobs, libraryLock }: Pick<OpenLibrary, 'library' | 'jobs' | 'libraryLock'>,
  to: string,
  log: Log,
): Promise<{ undo(): Promise<void>; finish(): Promise<void> }> {
  const from = library.path;
  const refuse = (why: string): Error => badFields({ library_path: why });
  const resume = await jobs.pause();
  try {
    const names: string[] = await readdir(to).catch((error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') return [];
      throw refuse(`${to} cannot be read (${messageOf(error)}).`);
    });
    const taken = names.includes(libraryFileName);
    if (!taken && names.some((name) => name !== libraryLockName))
      throw refuse(`${to} is neither empty nor a library: it holds ${JSON.stringify(names[0])}.`);
    let copied = false;
    try {
      if (!taken) await copyTree(from, to);
      copied = !taken;
      await libraryLock.take(to, () => library.relocate(to, copied ? 'same' : 'any'));
    } catch (error) {
      // Only what we have put there ourselves.
      if (copied) await removeAt(to).catch(() => undefined);
      throw refuse(`the library could not be brought to ${to} (${messageOf(error)}). It stays where it was.`);
    }
    log.info(
      taken
        ? `The library is ${to} now; the one in ${from} stays as it is.`
        : `The library was moved from ${from} to ${to}.`,
    );
    return {
      async undo() {
        await libraryLock.take(from, () => library.relocate(from, 'same'));
        if (!taken) await removeAt(to);
      },
      async finish() {
        if (taken) return;
        const missing = await missingTrack(library);
        if (missing !== null) {
          log.error(`${missing} is not in ${to}; the former library in ${from} is kept.`);
          return;
        }
        await removeOld(from);
        await library.forget(from);
      },
    };
  } finally {
    resume();
  }
}

/** Path of a track that is not in its place with its size; null where all are. */
async function missingTrack(library: OpenLibrary['library']): Promise<string | null> {
  for (const album of library.albums)
    for (const { filename, size } of album.tracks) {
      const facts = await inFolder(library.path, `albums/${album.folder}`, (home) => lstat(home.at(filename))).catch(
        () => null,
      );
      if (facts?.isFile() !== true || facts.size !== size) return join(library.folderOf(album), filename);
    }
  return null;
}

const removeAt = (path: string): Promise<void> =>
  inFolder(dirname(path), '', (parent) => removeTree(parent, basename(path)));

async function copyTree(from: string, to: string): Promise<void> {
  makeFolder(dirname(to));
  const coming = `${basename(to)}.coming-${randomUUID().slice(0, 8)}`;
  await inFolder(dirname(to), '', async (parent) => {
    try {
      await inFolder(from, '', (source) => copyFolder(source, parent, coming, left));
      await rmdir(parent.at(basename(to))).catch(unlessGone(undefined));
      await rename(parent.at(coming), parent.at(basename(to)));
      await syncFolder(parent.at(''));
    } catch (error) {
      await removeTree(parent, coming);
      throw error;
    }
  });
}

async function copyFolder(
  source: HeldFolder,
  parent: HeldFolder,
  name: string,
  leave: ReadonlySet<string>,
): Promise<void> {
  const target = await parent.below(name, { make: true });
  try {
    for (const entry of await readdir(source.at(''), { withFileTypes: true })) {
      if (leave.has(entry.name)) continue;
      if (entry.isFile()) await linkOrCopy(source.at(entry.name), target.at(entry.name));
      if (!entry.isDirectory()) continue;
      const inner = await source.below(entry.name);
      await copyFolder(inner, target, entry.name, new Set()).finally(() => inner.close());
    }
    await syncFolder(target.at(''));
  } finally {
    await target.close();
  }
}

const ownNames = [
  'albums',
  'gme',
  'variants',
  'transcoded',
  'trash',
  'backups',
  libraryFileName,
  `${libraryFileName}.bak`,
];

/** Only what a library is made of, and the folder itself where nothing else is in it. Uploads that come in stay. */
async function removeOld(from: string): Promise<void> {
  await inFolder(from, '', async (old) => {
    const staging = await old.below('staging').catch(() => null);
    for (const name of staging === null ? [] : await readdir(staging.at('')))
      if (staging !== null && name !== 'uploads') await removeTree(staging, name);
    if (staging !== null) await rmdir(staging.at('uploads')).catch(() => undefined);
    await rmdir(old.at('staging')).catch(() => undefined);
    await staging?.close();
    for (const name of [...ownNames, markFileName, libraryLockName]) await removeTree(old, name);
  });
  await rmdir(from).catch(() => undefined);
}
