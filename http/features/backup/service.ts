import type { Readable } from 'node:stream';
import type { Words } from '../../../workers/base/language/sentence.js';

/** A restored album, with its number in this library. */
export interface RestoredAlbum {
  oid: number;
  album_title: string;
  /** The number in the backup, if it differs: its printed sheet starts another album. */
  formerly: number | null;
  /** Names of files that are missing in the backup. */
  missing: string[];
}

/** An album of a backup that exists already. */
export interface KnownAlbum {
  oid: number;
  album_title: string;
  /** It was edited here or there since the backup; this version is kept. */
  edited: boolean;
}

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
  came: RestoredAlbum[];
  here: KnownAlbum[];
  failed: FailedAlbum[];
  /** Names of restored settings, which had their default value. */
  settings: string[];
}

export interface BackupStatus {
  albums: number;
  /** Size of all tracks. */
  bytes: number;
  /** The progress of a running restore in bytes, or null. */
  restoring: { done: number; total: number } | null;
  /** The result of the last restore since the start of the daemon. */
  last: { report: RestoreReport } | { error: Words } | null;
}

export interface BackupService {
  status(): BackupStatus;
  /** The name of a backup made today: `tonstift-backup-2026-11-23.zip`. */
  filename(): string;
  /**
   * All albums as one file, generated while it is read. If that fails, the stream is destroyed with an error.
   * @param signal aborted if the reader is gone
   * @throws TonstiftError `library_unavailable`
   */
  write(signal: AbortSignal): Promise<Readable>;
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
