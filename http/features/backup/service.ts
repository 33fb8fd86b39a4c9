import type { Readable } from 'node:stream';
import * as z from 'zod/v4';
import { time, words } from '../../operations/answers.js';

const backupAlbum = z.object({ oid: z.int(), album_title: z.string() });

/** `oid` is its number in this library. */
const restoredAlbum = backupAlbum.extend({
  formerly: z
    .int()
    .nullable()
    .describe('The number in the backup, if it was taken: its printed sheet starts another album.'),
  missing: z.array(z.string()).describe('Names of files that are missing in the backup.'),
});

/** An album of a backup that exists already. */
const knownAlbum = backupAlbum.extend({
  edited: z.boolean().describe('It differs from the backup and is kept.'),
});

/** The result of a restore. */
export const restoreReport = z
  .object({
    made_at: time.describe('When the backup was made.'),
    came: z.array(restoredAlbum),
    here: z.array(knownAlbum).describe('Albums that exist already.'),
    failed: z
      .array(backupAlbum.extend({ reason: words() }))
      .describe('Albums that could not be restored, with their number in the backup.'),
    settings: z.array(z.string()).describe('Names of restored settings, which had their default value.'),
    others: z
      .array(z.object({ sentence: words(), complete: z.boolean() }))
      .describe('Sentences about data besides the albums. `complete` is false if some of it could not be restored.'),
  })
  .meta({ id: 'RestoreReport' });

export type RestoreReport = z.output<typeof restoreReport>;

export const backupStatus = z.object({
  albums: z.int(),
  bytes: z.int().describe('Size of all tracks.'),
  restoring: z
    .object({ done: z.int(), total: z.int() })
    .nullable()
    .describe('The progress of a running restore, in bytes.'),
  last: z
    .union([z.object({ report: restoreReport }), z.object({ error: words() })])
    .nullable()
    .describe('The result of the last restore since the start of the daemon.'),
  lacks: z.array(z.string()).describe('Data that the last backup lacks because it could not be read.'),
  weekly: z
    .object({
      folder: z.string(),
      last_at: time.nullable().describe('When the newest one was made.'),
      problem: words().nullable().describe('Why the next one was not made.'),
    })
    .nullable()
    .describe('The backups that are made every week in `backup_folder`; null without that setting.'),
});

/** `lacks` is in English. */
export type BackupStatus = z.output<typeof backupStatus>;

export type WeeklyStatus = NonNullable<BackupStatus['weekly']>;

export interface BackupService {
  status(): BackupStatus;
  /** The name of a backup made today: `tonstift-backup-2026-11-23.zip`. */
  filename(): string;
  /**
   * All albums as one file, generated while it is read. If that fails, the stream is destroyed with an error.
   * @param options `vectors`: with the vectors of papers, which can be made again
   * @param signal aborted if the reader is gone
   * @throws TonstiftError `library_unavailable`
   */
  write(options: { vectors: boolean }, signal: AbortSignal): Promise<Readable>;
  /**
   * Adds the albums of a backup. Restores run one at a time; the next one waits.
   * @param path of a file that must exist until the restore has ended
   * @throws TonstiftError `unreadable_backup`, `no_space`, `library_unavailable`, `not_now`
   */
  restore(path: string): Promise<RestoreReport>;
  /** Free bytes on the disk of the library. */
  room(): Promise<number>;
}

declare module '../../services.js' {
  interface Services {
    backups: BackupService;
  }
}
