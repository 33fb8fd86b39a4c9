/** File names on the pen: those we create, and those we never touch. Pure. */
import { asciiSlug, nameKey } from '../../base/files/names.js';

/** With OID and extension, names stay far below the pen's limit of 260 characters per path. */
const longestTitle = 40;

/**
 * Returns `920_Gruesse-Toene.gme`, always the same for an album: ASCII letters, digits, `_` and `-`, which every FAT
 * supports. It begins with a digit, so it cannot be a reserved name of Windows (`CON`, `NUL` …).
 * @param attempt from 2 on, it is appended to the title because another file has the name
 */
export function penFileName(oid: number, title: string, attempt = 1): string {
  const slug = asciiSlug(title, longestTitle);
  const parts = [String(oid), ...(slug === '' ? [] : [slug])].join('_');
  return attempt === 1 ? `${parts}.gme` : `${parts}-${attempt}.gme`;
}

/** Name of a file while it is written: the pen opens only `*.gme`. */
export const temporaryNameOf = (oid: number): string => `~tonstift-${oid}.tmp`;

/** Reports whether a file was left by an interrupted copy. */
export const isTemporaryName = (name: string): boolean => /^~tonstift-\d{1,3}\.tmp$/i.test(name);

/** Reports whether the pen would read the file, in any folder. */
export const isGmeName = (name: string): boolean => /\.gme$/i.test(name);

/** Files of the manufacturer: firmware, system sounds, recordings, the log with the serial number. */
const penOwn = /^(system|songs|stories|languageinfo.*|\.tiptoi\.log|.*\.upd)$/i;

/**
 * Reports whether a path from the pen's root, with `/`, is the pen's own or in such a folder. We never write or remove
 * these.
 */
export const isPenOwn = (path: string): boolean => path.split('/').some((part) => penOwn.test(part));

/** Normalizes a path as FAT compares it. */
export const pathKey = (path: string): string => nameKey(path);
