/** What the pages need of backups. */
import type { Readable } from 'node:stream';
import type { Words } from '../../../workers/base/language/sentence.js';

/** An album of a backup, by the number that it has here. */
export interface RestoredAlbum {
  oid: number;
  album_title: string;
  /** The number in the backup, where it is another one here: its printed sheet starts another album. */
  formerly: number | null;
  /** Names of files that the backup has not. */
  missing: string[];
}

/** An album of a backup that is here already. */
export interface KnownAlbum {
  oid: number;
  album_title: string;
  /** It was edited here, or there, since; it stays as it is here. */
  edited: boolean;
}

/** An album of a backup that could not be taken. */
export interface FailedAlbum {
  /** The number in the backup. */
  oid: number;
  album_title: string;
  reason: Words;
}

/** What has become of a backup. */
export interface RestoreReport {
  /** When it was made. ISO 8601, UTC. */
  made_at: string;
  came: RestoredAlbum[];
  here: KnownAlbum[];
  failed: FailedAlbum[];
  /** Names of settings that were taken over: nothing was chosen for them here. */
  settings: string[];
}

export interface BackupStatus {
  albums: number;
  /** Of all tracks. */
  bytes: number;
  /** A backup that comes in now, or null. Bytes. */
  restoring: { done: number; total: number } | null;
  /** What has become of the last one since the start of the daemon. */
  last: { report: RestoreReport } | { error: Words } | null;
}

export interface BackupService {
  status(): BackupStatus;
  /** Of a backup of today: `tonstift-backup-2026-11-23.zip`. */
  filename(): string;
  /**
   * All albums as one file, made while it is read. Where it cannot be ended it is destroyed with an error.
   * @param signal nobody reads it any more
   * @throws TonstiftError `library_unavailable`
   */
  write(signal: AbortSignal): Promise<Readable>;
  /**
   * Adds the albums of a backup; one at a time, the next one waits.
   * @param path of a file that stays as long as this takes
   * @throws TonstiftError `unreadable_backup`, `no_space`, `library_unavailable`, `not_now`
   */
  restore(path: string): Promise<RestoreReport>;
  /** Bytes that the disk of the library has left. */
  room(): Promise<number>;
}
