/** Names on the pen: those that we give, and those that we never touch. Pure. */
import { asciiSlug, nameKey } from '../../base/files/names.js';

/** With the OID and the ending, names stay far below the 260 characters of a path on the pen. */
const longestTitle = 40;

/**
 * `920_Gruesse-Toene.gme`, the same for the same album: ASCII letters, digits, `_` and `-`, which every FAT takes.
 * It begins with a digit, so it is none of the names that Windows reserves (`CON`, `NUL` …).
 * @param attempt from 2 on, the name has it behind the title: another file has the name before
 */
export function penFileName(oid: number, title: string, attempt = 1): string {
  const slug = asciiSlug(title, longestTitle);
  const parts = [String(oid), ...(slug === '' ? [] : [slug])].join('_');
  return attempt === 1 ? `${parts}.gme` : `${parts}-${attempt}.gme`;
}

/** Name while a file is being written: the pen opens only `*.gme`. */
export const temporaryNameOf = (oid: number): string => `~tonstift-${oid}.tmp`;

/** A file that was left by a copy that never ended. */
export const isTemporaryName = (name: string): boolean => /^~tonstift-\d{1,3}\.tmp$/i.test(name);

/** What the pen looks for, in any folder. */
export const isGmeName = (name: string): boolean => /\.gme$/i.test(name);

/** The manufacturer's: firmware, system sounds, recordings, the log with the serial number. */
const penOwn = /^(system|songs|stories|languageinfo.*|\.tiptoi\.log|.*\.upd)$/i;

/**
 * A path from the pen's root, with `/`, that is the pen's own or lies in such a folder: never written, never removed.
 */
export const isPenOwn = (path: string): boolean => path.split('/').some((part) => penOwn.test(part));

/** How FAT compares paths. */
export const pathKey = (path: string): string => nameKey(path);
