/** File names: makes valid names of titles, and recognises names to ignore. Pure. */

/** Longest name in UTF-8 bytes: file systems allow 255, and names grow by suffixes such as ` (2)`. */
const longestName = 200;

/** UTF-8 bytes, or UTF-16 units, that file systems allow for the name of a file or folder. */
const longestEntry = 255;

const utf8 = new TextEncoder();

/** Cuts at a whole character (grapheme) so that at most `bytes` of UTF-8 remain. */
export function cutToBytes(text: string, bytes: number): string {
  if (utf8.encode(text).length <= bytes) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += utf8.encode(segment).length;
    if (used > bytes) break;
    kept += segment;
  }
  return kept;
}

const extensionOf = (name: string): string => /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';

/** Cuts a name to the length that file systems allow, including a suffix; the extension stays. */
export function cutName(name: string, suffix = ''): string {
  const extension = extensionOf(name);
  const stem = name.slice(0, name.length - extension.length);
  const room = longestEntry - utf8.encode(suffix + extension).length;
  return `${cutToBytes(stem, room)}${suffix}${extension}`;
}

/** Names that FAT and Windows reserve; a library on such a disk must stay readable. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Returns a name that every file system accepts, as close to the given one as possible. Any script is kept, in
 * composed form (NFC). Separators and characters that FAT rejects become `_`. Never empty, never `.` or `..`, never
 * hidden, never that of an office program's lock file, which is ignored.
 */
export function safeName(name: string, fallback = 'unnamed'): string {
  const cleaned = name
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^(?:~\$|[.\s])+|[.\s]+$/g, '');
  const extension = extensionOf(cleaned);
  const stem = cutToBytes(
    cleaned.slice(0, cleaned.length - extension.length),
    longestName - extension.length,
  ).trimEnd();
  const safe = stem === '' ? `${fallback}${extension}` : `${stem}${extension}`;
  return reserved.test(safe) ? `_${safe}` : safe;
}

const inMacNames = '"*:<>?\\| .';

/**
 * Returns a name as its user typed it. A Mac sends U+F020 to U+F029 to a share for characters that Windows forbids, and
 * Samba stores them: `Die drei ???` has three U+F025.
 */
export const typedName = (name: string): string =>
  name.replace(/[\uf020-\uf029]/g, (code) => inMacNames[code.charCodeAt(0) - 0xf020] ?? code);

/** Returns the key by which file systems that ignore case compare names. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

/** Returns the key by which a file is compared with the name that a playlist or a cue sheet has for it. */
export const typedKey = (name: string): string => nameKey(typedName(name));

/** The last number used for each name key of a set. Counting again for each name would take quadratic time. */
const counted = new WeakMap<Set<string>, Map<string, number>>();

/**
 * Returns the first of `01.mp3`, `01 (2).mp3` … that is not taken. Adds it to `taken`, which contains name keys and
 * from which no key may be deleted.
 */
export function uniqueName(name: string, taken: Set<string>): string {
  const key = nameKey(name);
  const numbers = counted.get(taken) ?? new Map<string, number>();
  let number = numbers.get(key) ?? 1;
  const candidate = (): string => (number === 1 ? name : cutName(name, ` (${number})`));
  while (taken.has(nameKey(candidate()))) number++;
  taken.add(nameKey(candidate()));
  counted.set(taken, numbers.set(key, number));
  return candidate();
}

const spelled: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
};

/**
 * Returns a short ASCII form for names on the pen: `Grüße & Töne` → `Gruesse-Toene`; empty if no character remains.
 */
export function asciiSlug(text: string, longest = 40): string {
  return text
    .normalize('NFC')
    .replace(/[äöüÄÖÜßæøœ]/g, (letter) => spelled[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
}

/** Maximum depth of a path. */
const mostParts = 64;

/**
 * Splits a given path into its parts, outermost first. Drops `.`, `..` and a leading slash, so that the result stays
 * below the folder that it is joined to. Cuts names that no file system allows: the time to parse a name may grow as
 * its square. Empty if no part remains.
 */
export const pathParts = (path: string): string[] =>
  path
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .slice(-mostParts)
    .map((part, at, { length }) => (at < length - 1 ? cutToBytes(part, longestEntry) : possibleName(part)));

const possibleName = (name: string): string => (name.length > longestEntry ? cutName(name) : name);

const systemJunk = new Set([
  'thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  '.ds_store',
  '$recycle.bin',
  '#recycle',
  '@recycle',
  '#snapshot',
  '@recently-snapshot',
  '@eadir',
  '__macosx',
  '.directory',
]);

/** WSL and Samba make files of notes of Windows: where a file came from, or that it is encrypted. */
const noteOfWindows = /:(?:zone\.identifier|encryptable)$/i;

/** Files and folders that systems create and users do not need, such as the recycle bin of a network share. */
export const isSystemJunk = (name: string): boolean =>
  systemJunk.has(name.toLowerCase()) || name.startsWith('._') || noteOfWindows.test(name);

/** Endings that browsers, download and sync programs use until a file is complete, also for a second file. */
const partialEndings = [
  'part|partial|part-frag\\d+|crdownload|crswap|download|downloading|opdownload|filepart|tmp|temp|aria2|ytdl|mega|td',
  'dctmp|fdmdownload|!ut|!qb|!bt|!sync|bc!|jc!|dtapart|xltd|syncing|st|lftp-pget-status',
];
const partial = new RegExp(`\\.(${partialEndings.join('|')})$`, 'i');
/** A copy by rsync that is in progress: `.01.mp3.Xk3fQ9`. */
const ofRsync = /^\..+\.[a-z0-9]{2,5}\.[A-Za-z0-9]{6}$/;
/** A download by the client of Nextcloud or ownCloud: `.01.mp3.~1a2b3c4d`. */
const ofNextcloud = /^\..+\.~[0-9a-f]{1,8}$/;

/** Begins the names of our own marks and half-written files. */
const ownPrefix = '.tonstift-';

/** Files that another program is still downloading or copying, by their names. */
export const isPartial = (name: string): boolean =>
  !isSystemJunk(name) &&
  !name.startsWith('~$') &&
  !name.startsWith(ownPrefix) &&
  (partial.test(name) || ofRsync.test(name) || ofNextcloud.test(name));

/** A title may begin with three dots; some programs give two to a temporary file. */
const hidden = /^\.(?!\.\.[^.])/;

/** Hidden files, system junk, and lock files of office programs; not partial files. */
export const isIgnored = (name: string): boolean =>
  !isPartial(name) && (hidden.test(name) || name.startsWith('~$') || name.endsWith('~') || isSystemJunk(name));

/** A playlist, or a cue sheet. */
export const isListName = (name: string): boolean => /\.(?:m3u8?|pls|cue)$/i.test(name);

export const isZipName = (name: string): boolean => /\.zip$/i.test(name);
