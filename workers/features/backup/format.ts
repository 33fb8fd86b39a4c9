/**
 * The format of a backup (docs/backup.md): one ZIP with all albums, whose files are stored without compression. Its
 * manifest is the last entry, so that a truncated file is not a valid backup.
 */
import * as z from 'zod/v4';
import { TonstiftError } from '../../base/errors.js';
import { isRecord } from '../../base/input/record.js';
import { say } from '../../base/language/sentence.js';
import { isPlain, isPlainPath } from '../../library/records/plain-names.js';
import { readCheckedText } from '../../library/records/checked-text.js';

export const manifestName = 'tonstift-backup.json';
export const formatName = 'tonstift-backup';
export const formatVersion = 1;

/**
 * Returns the path of an album's file in a backup. ZIP names contain no `\\`.
 * @param name `/` between the parts
 */
export const pathInBackup = (folder: string, name: string): string => inZip(`albums/${folder}/${name}`);

const inZip = (path: string): string =>
  path.includes('\\') ? path.replaceAll('%', '%25').replaceAll('\\', '%5C') : path;

const plain = z.string().refine(isPlain);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const backedUpFile = z.object({
  /** Relative to the album's folder, `/` between the parts. */
  name: z.string().refine((path) => isPlainPath(path, { least: 1, most: 9 })),
  size: z.int().nonnegative(),
  sha256,
  /** True if a track's bytes differ from the record: it was changed or damaged before the backup. */
  differs: z.literal(true).optional(),
});

const backedUpAlbum = z.object({
  folder: plain,
  oid: z.int().positive(),
  album_title: z.string(),
  /** Size and hash of its facts, `album.json`. */
  facts: z.object({ size: z.int().nonnegative(), sha256 }),
  files: z.array(backedUpFile),
  /** Names of files that the album should have and that were missing. */
  missing: z.array(plain),
});

/** A file with the data of a feature, with one record per line. */
const backedUpLines = z.object({
  /** Its path in the backup. */
  name: z.string().refine((path) => isPlainPath(path, { least: 2, most: 9 })),
  size: z.int().nonnegative(),
  sha256,
  records: z.int().nonnegative(),
  /** The records, in English, in the plural. */
  what: z.string(),
});

const manifest = z.object({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  program: z.string(),
  made_at: z.iso.datetime(),
  library: z.string(),
  counts: z.object({ albums: z.int(), tracks: z.int(), bytes: z.int() }),
  albums: z.array(backedUpAlbum),
  /** Missing in backups of former versions. */
  others: z.array(backedUpLines).default([]),
  resting_oids: z.array(z.int()),
  settings: z.record(z.string(), z.unknown()),
  left_out: z.array(z.string()),
  /** Data that could not be read when the backup was made, with the reason, in English. */
  lacks: z.array(z.string()).default([]),
});

export type BackedUpFile = z.output<typeof backedUpFile>;
export type BackedUpLines = z.output<typeof backedUpLines>;
export type BackedUpAlbum = z.output<typeof backedUpAlbum>;
/** `made_at` is ISO 8601, UTC; `library` is the id of the library; `bytes` is the total of all album files. */
export type Manifest = z.output<typeof manifest>;

/** Kinds of data that a backup does not contain, in English; stored in the manifest. */
export const leftOut: readonly string[] = [
  'deleted albums (the trash)',
  'files for the pen, converted tracks and small pictures, which are made again',
  'passwords, tokens, paths, addresses and ports among the settings',
];

/** Returns what a backup lacks, in English, one line each; none if it is complete. */
export const lackingIn = ({ albums, lacks }: Pick<Manifest, 'albums' | 'lacks'>): string[] => [
  ...lacks,
  ...albums.flatMap(({ oid, album_title: title, missing, files }) => [
    ...missing.map((name) => `${oid} ${title}: ${name}, which is missing`),
    ...files.filter(({ differs }) => differs).map(({ name }) => `${oid} ${title}: ${name} as it was imported`),
  ]),
];

/** @throws TonstiftError `unreadable_backup` if it is not ours, broken, or of a newer version */
export function readManifest(text: string): Manifest {
  let value: unknown;
  let isChecked: boolean;
  try {
    ({ value, isChecked } = readCheckedText(text));
  } catch (error) {
    throw unreadable(say('backup.list_broken'), error);
  }
  if (!isRecord(value) || value['format'] !== formatName) throw unreadable(say('backup.not_ours'));
  const version = value['version'];
  if (typeof version === 'number' && version > formatVersion)
    throw unreadable(say('backup.newer', { version: String(version), known: String(formatVersion) }));
  const read = manifest.safeParse(value);
  if (!isChecked || !read.success) throw unreadable(say('backup.list_broken'), read.error);
  if (new Set(read.data.albums.map(({ folder }) => folder)).size < read.data.albums.length)
    throw unreadable(say('backup.list_broken'));
  return read.data;
}

/** @param words a complete sentence */
export const unreadable = (words: ReturnType<typeof say>, cause?: unknown): TonstiftError =>
  new TonstiftError('unreadable_backup', words, {}, { cause });

/** Returns the name of a backup made on this day. */
export const backupFileName = (now: Date): string => `tonstift-backup-${dayOf(now)}.zip`;

const weekly = (library: string): string => `tonstift-weekly-${library.slice(0, 8)}-`;

/** @param library its id: several libraries may share a folder */
export const weeklyFileName = (library: string, now: Date): string => `${weekly(library)}${dayOf(now)}.zip`;

export const isWeeklyName = (name: string, library: string): boolean =>
  name.startsWith(weekly(library)) && /^\d{4}-\d\d-\d\d\.zip$/.test(name.slice(weekly(library).length));

/** Uses local time. */
function dayOf(now: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  return [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
}
