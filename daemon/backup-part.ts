/** Defines how a feature adds its data to backups. The core's albums are in every backup. */
import type { Readable } from 'node:stream';
import type { Settings } from '../config/settings.js';
import type { Words } from '../workers/base/language/sentence.js';
import type { DaemonLog } from './log/log.js';

/** A file of a backup, with one record per line. */
export interface BackupLines {
  /** Its path in the backup: `papers/papers.jsonl`. */
  name: string;
  /** The records in English, in the plural. */
  what: string;
  /** Complete lines, some at a time. */
  lines: AsyncIterable<string>;
}

/** A sentence about restored data. */
export interface RestoredPart {
  sentence: Words;
  /** False if a part of the data could not be restored. */
  complete: boolean;
}

export interface BackupOptions {
  /** Vectors of papers, which are large and can be made again. */
  vectors: boolean;
}

export interface BackupPart {
  /** A name in English: `papers`. */
  name: string;
  /**
   * Puts each of its files, the most precious first; none if there is no data. A file that cannot be read does not
   * cost the others.
   */
  write(put: (file: BackupLines) => Promise<void>, options: BackupOptions): Promise<void>;
  /**
   * Adds the data of an untrusted backup, and changes nothing that is here.
   * @param open returns a file of the backup; undefined if it has none
   */
  restore(open: (name: string) => Promise<Readable | undefined>, signal: AbortSignal): Promise<RestoredPart[]>;
}

/** A part that was opened for a command, without a daemon. */
export interface OpenBackupPart extends BackupPart {
  close(): Promise<void>;
}

export type OpenBackupParts = (settings: Settings, log: DaemonLog) => Promise<readonly OpenBackupPart[]>;
