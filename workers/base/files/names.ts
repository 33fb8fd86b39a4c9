/** File names: what is made of a title, and what is not worth looking at. Pure. */

/** Longest name in UTF-8 bytes: file systems take 255, and names grow by suffixes such as ` (2)`. */
const longestName = 200;

/** UTF-8 bytes that file systems take for the name of a file or folder. */
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

/** Cuts a name to what a file system takes, together with a suffix; the extension stays. */
export function cutName(name: string, suffix = ''): string {
  const extension = extensionOf(name);
  const stem = name.slice(0, name.length - extension.length);
  const room = longestEntry - utf8.encode(suffix + extension).length;
  return `${cutToBytes(stem, room)}${suffix}${extension}`;
}

/** Reserved on FAT and by Windows; a library on such a disk must stay readable. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * A name that every file system takes, as close to the given one as can be: any script survives, in
 * composed form (NFC); separators and what FAT refuses become `_`; never empty, never `.` or `..`, never hidden.
 */
export function safeName(name: string, fallback = 'unnamed'): string {
  const cleaned = name
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const extension = extensionOf(cleaned);
  const stem = cutToBytes(
    cleaned.slice(0, cleaned.length - extension.length),
    longestName - extension.length,
  ).trimEnd();
  const safe = stem === '' ? `${fallback}${extension}` : `${stem}${extension}`;
  return reserved.test(safe) ? `_${safe}` : safe;
}

/** How file systems that ignore case compare names. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();

/** Numbers up to which the names of a set are taken, by name key: to count anew for each name would be a square. */
const counted = new WeakMap<Set<string>, Map<string, number>>();

/**
 * `01.mp3`, `01 (2).mp3` …: the first that is not taken. Adds it to `taken`, which holds name keys and from which
 * nothing is taken away.
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

/** A short ASCII form for names on the pen: `Grüße & Töne` → `Gruesse-Toene`; empty where nothing is left. */
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

/** Levels of folders that are looked at. */
const mostParts = 64;

/**
 * The parts of a path that somebody gave as text, outermost first: what leads nowhere or elsewhere (`.`, `..`, a
 * leading slash) is left out, so that it is a place below whatever it is put in. Empty where nothing is left.
 */
export const pathParts = (path: string): string[] =>
  path
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .slice(-mostParts)
    .map((part, at, { length }) => (at < length - 1 ? cutToBytes(part, longestEntry) : part));

const systemJunk = new Set([
  'thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  '.ds_store',
  '$recycle.bin',
  '@eadir',
  '__macosx',
  '.directory',
]);

/** Files that operating systems strew about; nobody misses them. */
export const isSystemJunk = (name: string): boolean => systemJunk.has(name.toLowerCase()) || name.startsWith('._');

const unfinished = /\.(part|partial|crdownload|download|tmp|temp|!ut|filepart|opdownload|aria2)$/i;

/** Hidden files, system junk, downloads that have not ended, lock files of offices. */
export const isIgnored = (name: string): boolean =>
  name.startsWith('.') || name.startsWith('~$') || name.endsWith('~') || isSystemJunk(name) || unfinished.test(name);
