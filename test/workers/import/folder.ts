/** Folders to import from, and a library to import into. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTranscoder } from '../../../workers/audio/ffmpeg/transcode.js';
import { walk } from '../../../workers/base/files/walk.js';
import { type Log, silentLog } from '../../../workers/base/ports.js';
import { importBatch } from '../../../workers/import/import.js';
import type { Batch, ImportContext, ImportOutcome } from '../../../workers/import/types.js';
import { Library } from '../../../workers/library/library.js';
import { mp3, type Mp3Options } from '../../fixtures/mp3.js';

export const transcoder = createTranscoder({ ffmpegPath: () => '', cores: 1, log: silentLog });

export async function libraryIn(folder: string, log: Log = silentLog): Promise<ImportContext> {
  return {
    library: await Library.open(folder, log),
    transcoder,
    log,
    now: () => 1_000,
    cores: 2,
    maxBytes: () => 1e8,
    alone: (_, work) => work(),
  };
}

/** Files by relative path; an MP3 for options, else the bytes given. */
export async function filesIn(root: string, files: Record<string, Mp3Options | Buffer>): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), Buffer.isBuffer(content) ? content : await mp3(content));
  }
  return root;
}

export const batchOf = async (root: string, changes: Partial<Batch> = {}): Promise<Batch> => ({
  name: 'Folder',
  files: await walk(root),
  giveAway: true,
  refuseDuplicates: true,
  origin: { kind: 'inbox', source: 'Folder', folder_identity: null },
  ...changes,
});

export const addToAlbum = (folder: string, batch: Batch, context: ImportContext): Promise<ImportOutcome> =>
  importBatch({ ...batch, continues: { kind: 'album', folder } }, context);
