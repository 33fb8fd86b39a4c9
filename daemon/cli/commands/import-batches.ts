/** Makes batches of the paths that `tonstift import` is given. */
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Listen } from '../../../workers/audio/probe.js';
import { messageOf, systemCodeOf, TonstiftError } from '../../../workers/base/errors.js';
import { isZipName } from '../../../workers/base/files/names.js';
import { foundAt, walk, type FoundFile } from '../../../workers/base/files/walk.js';
import { say } from '../../../workers/base/language/sentence.js';
import {
  groupDiscs,
  groupLoose,
  isLooseAudio,
  tagOf,
  treeOf,
  type Dropped,
} from '../../../workers/import/match/together.js';
import { lookOf } from '../../../workers/import/inspect/look-like.js';
import type { Batch } from '../../../workers/import/types.js';
import type { Rejected } from '../../../workers/library/types.js';
import { commandBatch } from '../../albums/import-report.js';

/** A batch, and the given paths that it consists of. */
export interface PathBatch extends Batch {
  paths: string[];
}

/**
 * Groups folders, ZIPs and files by what belongs together.
 * @param paths absolute
 * @param rejected gets the files that belong to no batch
 */
export async function batchesOf(paths: readonly string[], rejected: Rejected[], listen: Listen): Promise<PathBatch[]> {
  const dropped: Dropped[] = [];
  for (const path of paths) {
    // A link that a person names is meant. Links below a named folder are not followed.
    const real = await realpath(path).catch((error: unknown) => {
      throw new TonstiftError(
        'not_found',
        `${path} ${systemCodeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${messageOf(error)})`}.`,
      );
    });
    const facts = await lstat(real);
    const name = basename(isZipName(real) && !isZipName(path) ? real : path);
    const file = foundAt({ root: dirname(real), path: real, relativePath: name }, facts);
    const closed = (below: string, error: unknown): void => {
      const reason = error instanceof TonstiftError ? error.words : `cannot be read (${messageOf(error)})`;
      rejected.push({ filename: `${name}/${below}`, reason });
    };
    if (facts.isDirectory()) dropped.push({ key: path, kind: 'folder', name, files: await walk(path, { closed }) });
    else dropped.push({ key: path, kind: isZipName(name) ? 'zip' : 'loose', name, files: [file] });
  }
  const batches = groupDiscs(dropped.filter(({ kind }) => kind !== 'loose')).map((group) => {
    const { name, files } = treeOf(group);
    return batch(name, files, group);
  });
  const entries = dropped.filter(({ kind }) => kind === 'loose');
  const tags = new Map<string, string | null | undefined>();
  for (const entry of entries.filter(isLooseAudio)) tags.set(entry.key, await tagOf(entry.files, undefined, listen));
  const { groups, others, pictures, unreadable } = groupLoose(entries, tags);
  for (const group of groups) batches.push(batch(group.tag ?? '', group.files, group.entries));
  // The import reports the reason.
  for (const entry of unreadable) batches.push(batch(entry.name, [...entry.files], [entry]));
  for (const entry of [...others, ...pictures]) {
    const { name, files } = entry;
    const [file] = files;
    const look = file === undefined || file.special ? 'other' : await lookOf(file);
    if (look === 'audio') batches.push(batch('', [...files], [entry]));
    else if (look === 'archive') rejected.push({ filename: name, reason: say('wrong.archive') });
    else rejected.push({ filename: name, reason: 'is neither audio nor a picture of an imported album' });
  }
  return batches;
}

const batch = (name: string, files: FoundFile[], given: readonly Dropped[]): PathBatch => ({
  ...commandBatch(name, files),
  paths: given.map(({ key }) => key),
});
