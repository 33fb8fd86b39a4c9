/** `tonstift import`: does the daemon's import once, without the daemon. */
import { lstat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Settings } from '../../../config/settings.js';
import type { Listen } from '../../../workers/audio/probe.js';
import { messageOf, systemCodeOf, TonstiftError } from '../../../workers/base/errors.js';
import { isZipName } from '../../../workers/base/files/names.js';
import { fileIdentity } from '../../../workers/base/files/seen-file.js';
import { walk, type FoundFile } from '../../../workers/base/files/walk.js';
import { say } from '../../../workers/base/language/sentence.js';
import { importBatch } from '../../../workers/import/import.js';
import {
  groupDiscs,
  groupLoose,
  isLooseAudio,
  tagOf,
  treeOf,
  type Dropped,
} from '../../../workers/import/match/together.js';
import { sayDuplicate, sayJoined } from '../../../workers/import/match/say-outcome.js';
import { lookOf } from '../../../workers/import/inspect/look-like.js';
import type { Batch } from '../../../workers/import/types.js';
import type { AlbumView, Rejected } from '../../../workers/library/types.js';
import type { DaemonLog } from '../../log/log.js';
import { openLibrary } from '../../open-library.js';

export interface ImportReport {
  imported: AlbumView[];
  /** Sentences about tracks that were added to albums. */
  joined: string[];
  rejected: Rejected[];
  warnings: Rejected[];
}

/**
 * Imports folders, ZIPs and audio files like the inbox, but copies them: the sources do not change. Builds the files
 * for the pen too. Throws TonstiftError `locked` while the daemon runs.
 */
export async function importPaths(paths: readonly string[], settings: Settings, log: DaemonLog): Promise<ImportReport> {
  const rejected: Rejected[] = [];
  const warnings: Rejected[] = [];
  const { importing, albums, builds, library, disposables } = await openLibrary({
    settings,
    log,
    purpose: 'tonstift import',
  });
  try {
    const folders: string[] = [];
    const joined: string[] = [];
    const batches = await batchesOf(paths, rejected, importing.transcoder.listen);
    for (const batch of batches) {
      try {
        const outcome = await importBatch(batch, importing);
        folders.push(...outcome.albums.map((album) => album.folder));
        joined.push(...outcome.joined.flatMap(sayJoined).map(String));
        rejected.push(...outcome.rejected);
        warnings.push(...outcome.warnings);
        for (const one of outcome.duplicates) rejected.push({ filename: one.name, reason: sayDuplicate(one) });
      } catch (error) {
        if (!(error instanceof TonstiftError) || error.code !== 'unreadable_audio') throw error;
        rejected.push({ filename: batch.name, reason: error.message });
      }
    }
    for (const folder of folders) {
      await builds
        .build(folder)
        .catch((error: unknown) => log.warn(`Cannot build the file for the pen: ${messageOf(error)}`));
    }
    const imported = folders.flatMap((folder) => library.inFolder(folder) ?? []).map((album) => albums.view(album));
    return { imported, joined, rejected, warnings };
  } finally {
    await disposables.run();
  }
}

async function batchesOf(paths: readonly string[], rejected: Rejected[], listen?: Listen): Promise<Batch[]> {
  const dropped: Dropped[] = [];
  for (const path of paths.map((given) => resolve(given))) {
    const facts = await lstat(path).catch((error: unknown) => {
      throw new TonstiftError(
        'not_found',
        `${path} ${systemCodeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${messageOf(error)})`}.`,
      );
    });
    const name = basename(path);
    const file: FoundFile = {
      root: dirname(path),
      path,
      relativePath: name,
      size: facts.size,
      mtime_ms: facts.mtimeMs,
      special: !facts.isFile(),
      identity: fileIdentity(facts),
    };
    const closed = (below: string, error: unknown): void => {
      const reason = error instanceof TonstiftError ? error.words : `cannot be read (${messageOf(error)})`;
      rejected.push({ filename: `${name}/${below}`, reason });
    };
    if (facts.isDirectory()) dropped.push({ key: path, kind: 'folder', name, files: await walk(path, { closed }) });
    else dropped.push({ key: path, kind: isZipName(name) ? 'zip' : 'loose', name, files: [file] });
  }
  const batches = groupDiscs(dropped.filter(({ kind }) => kind !== 'loose'))
    .map(treeOf)
    .map(({ name, files }) => batch(name, files));
  const entries = dropped.filter(({ kind }) => kind === 'loose');
  const tags = new Map<string, string | null | undefined>();
  for (const entry of entries.filter(isLooseAudio)) tags.set(entry.key, await tagOf(entry.files, undefined, listen));
  const { groups, others, pictures, unreadable } = groupLoose(entries, tags);
  for (const group of groups) batches.push(batch(group.tag ?? '', group.files));
  // The import reports the reason.
  for (const entry of unreadable) batches.push(batch(entry.name, [...entry.files]));
  for (const { name, files } of [...others, ...pictures]) {
    const [file] = files;
    const look = file === undefined || file.special ? 'other' : await lookOf(file);
    if (look === 'audio') batches.push(batch('', [...files]));
    else if (look === 'archive') rejected.push({ filename: name, reason: say('wrong.archive') });
    else rejected.push({ filename: name, reason: 'is neither audio nor a picture of an imported album' });
  }
  return batches;
}

const batch = (name: string, files: FoundFile[]): Batch => ({
  name,
  files,
  giveAway: false,
  refuseDuplicates: true,
  origin: { kind: 'command', source: null, folder_identity: null },
});
