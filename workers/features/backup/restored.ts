/** Input and result of a restore, and errors that concern a single album. */
import { messageOf, systemCodeOf, TonstiftError } from '../../base/errors.js';
import { freeBytes } from '../../base/files/free-bytes.js';
import { say } from '../../base/language/sentence.js';
import type { Progress } from '../../base/ports.js';
import type { ImportContext } from '../../import/types.js';
import type { AlbumFacts } from '../../library/records/facts.js';
import type { AlbumRecord } from '../../library/types.js';
import { unreadable, type BackedUpAlbum } from './format.js';

export interface RestoreContext extends Pick<ImportContext, 'library' | 'log' | 'alone' | 'signal'> {
  /** In bytes. */
  progress?: Progress;
  /** Called with each restored album. */
  arrived?: (album: AlbumRecord) => void;
}

export interface Restored {
  /** `formerly` is the number in the backup, if it differs here. */
  came: { album: AlbumRecord; formerly: number | null; missing: readonly string[] }[];
  here: { album: AlbumRecord; isEdited: boolean }[];
  failed: { oid: number; album_title: string; error: TonstiftError }[];
}

/** An album of the backup with its facts. */
export interface ReadAlbum {
  album: BackedUpAlbum;
  facts: AlbumFacts;
  /** See `asRestored`. */
  restored: AlbumFacts;
  /** The same album here, whose files are gone: it gets those of the backup, and nothing else of it changes. */
  emptied?: AlbumRecord;
}

export const bytesOf = ({ files }: BackedUpAlbum): number => files.reduce((sum, { size }) => sum + size, 0);

/** Bytes to keep free for other data. */
export const reserve = 32 * 1024 ** 2;

export const freeFor = ({ library }: Pick<RestoreContext, 'library'>): Promise<number> =>
  library.within('staging', (staging) => freeBytes(staging.at('')));

/** @param bytes `coming`: still to be written; `free`: on the disk */
export function noSpace({ library }: RestoreContext, bytes: { coming: number; free: number }, cause?: unknown): Error {
  const megabytes = (size: number) => say('size.MB', { size: size / 1e6 });
  const needed = megabytes(bytes.coming + reserve);
  const facts = { folder: library.path, free: megabytes(bytes.free), needed, reserve: megabytes(reserve) };
  return new TonstiftError('no_space', say('backup.no_space', facts), {}, { cause });
}

/** Error codes that concern a single album. */
const ofOne = new Set(['unreadable_backup', 'not_now', 'conflict', 'bad_field', 'no_free_oid']);
const ofDisk = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENODEV', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE']);

export function failureOf({ oid, album_title }: BackedUpAlbum, thrown: unknown): Restored['failed'][number] {
  const isOurs = thrown instanceof TonstiftError;
  if (isOurs ? !ofOne.has(thrown.code) : ofDisk.has(systemCodeOf(thrown) ?? '')) throw thrown;
  const error = isOurs ? thrown : unreadable(say('backup.broken', { why: messageOf(thrown) }), thrown);
  return { oid, album_title, error };
}
