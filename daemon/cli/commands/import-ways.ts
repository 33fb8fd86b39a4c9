/** The two ways of `tonstift import` into the library: directly, or through the running daemon. */
import { availableParallelism } from 'node:os';
import type { Settings } from '../../../config/settings.js';
import type { ImportResult } from '../../../http/resources/albums/service.js';
import { createTranscoder } from '../../../workers/audio/ffmpeg/transcode.js';
import type { Listen } from '../../../workers/audio/probe.js';
import { messageOf, systemCodeOf, TonstiftError } from '../../../workers/base/errors.js';
import { openSeen } from '../../../workers/base/files/seen-file.js';
import { say } from '../../../workers/base/language/sentence.js';
import { silentLog } from '../../../workers/base/ports.js';
import { importBatch } from '../../../workers/import/import.js';
import { nothingReadable } from '../../../workers/import/inspect/inspect.js';
import type { Batch } from '../../../workers/import/types.js';
import type { Rejected } from '../../../workers/library/types.js';
import { reportOf } from '../../albums/import-report.js';
import type { DaemonLog } from '../../log/log.js';
import { openLibrary } from '../../library/open-library.js';
import type { DaemonClient } from '../daemon-client.js';
import { namingLibrary } from '../../log/disk-errors.js';
import { fileForm } from '../file-form.js';

export interface ImportWay {
  import: (batch: Batch) => Promise<ImportResult>;
  /** For the tags of loose files. */
  listen: Listen;
}

/**
 * Imports in this process, and then builds the files for the pen.
 * @throws TonstiftError `locked` if another process uses the library
 */
export async function importHere<Result>(
  settings: Settings,
  log: DaemonLog,
  work: (way: ImportWay) => Promise<Result>,
): Promise<Result> {
  const opened = await openLibrary({ settings, log, purpose: 'tonstift import' });
  const { library, importing, albums, builds, disposables } = opened;
  try {
    const folders: string[] = [];
    const result = await work({
      listen: importing.transcoder.listen,
      import: async (batch) => {
        const outcome = await importBatch(batch, importing).catch((error: unknown) => {
          throw namingLibrary(error, library.path);
        });
        folders.push(...outcome.albums.map((album) => album.folder));
        return reportOf(outcome, (album) => albums.view(album));
      },
    });
    for (const folder of folders)
      await builds
        .build(folder)
        .catch((error: unknown) => log.warn(`Cannot build the file for the pen: ${messageOf(error)}`));
    return result;
  } finally {
    await disposables.run();
  }
}

/** Sends the files to the daemon, which may run under an account that cannot read them. It builds the files itself. */
export async function importThroughDaemon<Result>(
  settings: Settings,
  daemon: DaemonClient,
  work: (way: ImportWay) => Promise<Result>,
): Promise<Result> {
  const transcoder = createTranscoder({
    ffmpegPath: () => settings.current.ffmpeg_path,
    cores: availableParallelism(),
    log: silentLog,
  });
  try {
    return await work({
      listen: (path, signal) => transcoder.listen(path, signal),
      import: (batch) => send(batch, daemon),
    });
  } finally {
    await transcoder.stop();
  }
}

async function send(batch: Batch, { ask }: DaemonClient): Promise<ImportResult> {
  const unreadable: Rejected[] = [];
  for (const file of batch.files) {
    const reason = file.special ? say('wrong.special_file') : await whyClosed(file);
    if (reason !== null) unreadable.push({ filename: file.relativePath, reason });
  }
  const closed = new Set(unreadable.map(({ filename }) => filename));
  const files = batch.files.filter(({ relativePath }) => !closed.has(relativePath));
  if (files.length === 0) throw nothingReadable(batch, unreadable);
  const form = fileForm(
    files.map((file) => ({ field: 'files', filename: file.relativePath, size: file.size, open: () => openSeen(file) })),
    { name: batch.name },
  );
  try {
    const { rejected, ...result } = await ask<ImportResult>('/import', { method: 'POST', ...form });
    return { ...result, rejected: [...unreadable, ...rejected] };
  } catch (error) {
    if (!(error instanceof TonstiftError) || error.code !== 'too_large') throw error;
    const advice = 'Import its folders one by one, or raise max_upload_mb.';
    throw new TonstiftError('too_large', `${error.message} ${advice}`, {}, { cause: error });
  }
}

/** Returns the reason if this account may not read a file, otherwise null. */
const whyClosed = (file: Batch['files'][number]): Promise<Rejected['reason'] | null> =>
  openSeen(file).then(
    async (opened) => {
      await opened.close();
      return null;
    },
    (error: unknown) => {
      if (!['EACCES', 'EPERM'].includes(systemCodeOf(error) ?? '')) throw error;
      return say('wrong.unreadable', { why: messageOf(error) });
    },
  );
