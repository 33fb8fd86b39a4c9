import type { Readable } from 'node:stream';
import * as z from 'zod/v4';
import type { Words } from '../../../workers/base/language/sentence.js';

export const backupAlbum = z.object({ oid: z.int(), album_title: z.string() });

/** `oid` is its number in this library. */
export const restoredAlbum = backupAlbum.extend({
  formerly: z
    .int()
    .nullable()
    .describe('The number in the backup, if it was taken: its printed sheet starts another album.'),
  missing: z.array(z.string()).describe('Names of files that are missing in the backup.'),
});

/** An album of a backup that exists already. */
export const knownAlbum = backupAlbum.extend({
  edited: z.boolean().describe('It differs from the backup and is kept.'),
});

/** An album of a backup that could not be restored. */
export interface FailedAlbum {
  /** The number in the backup. */
  oid: number;
  album_title: string;
  reason: Words;
}

/** The result of a restore. */
export interface RestoreReport {
  /** When the backup was made. ISO 8601, UTC. */
  made_at: string;
  came: z.output<typeof restoredAlbum>[];
  here: z.output<typeof knownAlbum>[];
  failed: FailedAlbum[];
  /** Names of restored settings, which had their default value. */
  settings: string[];
  /** Sentences about data besides the albums. `complete` is false if some of it could not be restored. */
  others: { sentence: Words; complete: boolean }[];
}

export interface BackupStatus {
  albums: number;
  /** Size of all tracks. */
  bytes: number;
  /** The progress of a running restore in bytes, or null. */
  restoring: { done: number; total: number } | null;
  /** The result of the last restore since the start of the daemon. */
  last: { report: RestoreReport } | { error: Words } | null;
  /** Data that the last backup since the start of the daemon lacks, with the reason, in English. */
  lacks: readonly string[];
  /** Null if no folder is set. */
  weekly: WeeklyStatus | null;
}

/** The backups that are made every week. */
export interface WeeklyStatus {
  folder: string;
  /** When the newest one in the folder was made. ISO 8601, UTC; null if there is none. */
  last_at: string | null;
  /** Why the next one was not made. */
  problem: Words | null;
}

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
