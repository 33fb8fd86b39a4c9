/*
 * What of an interrupted upload is there, over a reload of the page: the browser forgets chosen files, but not this.
 * By upload `tonstift:upload:<key>`, and for each of its files `tonstift:file:<size, time and path>`.
 */

/** @import { Sent } from './upload-sort.js' */

/** @typedef {{ name: string, isFolder: boolean, all: number, there: number, share: number, at: number }} Rest */

const uploadPrefix = 'tonstift:upload:';
const filePrefix = 'tonstift:file:';
/** Milliseconds for which the service keeps the last piece. */
const lifetime = 24 * 3_600_000;
/** After so many milliseconds without news a page is gone that did not say so. */
const silence = 15_000;

/** @type {(sent: Sent) => string} */
const nameOf = ({ path, file }) => `${filePrefix}${file.size} ${file.lastModified} ${path}`;

/** @typedef {{ id: string, key: string, at: number }} Known a file that is there, or a part of it */

/** @type {(name: string) => unknown} */
function read(name) {
  try {
    return /** @type {unknown} */ (JSON.parse(localStorage.getItem(name) ?? 'null'));
  } catch {
    return null;
  }
}

/** A browser may have no room, or keep nothing at all. @type {(name: string, value: unknown) => void} */
function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Then it begins anew after a reload.
  }
}

/** @type {(name: string) => Known | null} */
const readFile = (name) => /** @type {Known | null} */ (read(name));
/** @type {(name: string) => Rest | null} */
const readRest = (name) => /** @type {Rest | null} */ (read(name));

const names = () => {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
};

/**
 * Which upload a file belongs to, and its id there.
 * @type {(sent: Sent) => Known | null}
 */
export const recall = (sent) => readFile(nameOf(sent));

/** @type {(sent: Sent, id: string, key: string) => void} */
export const remember = (sent, id, key) => write(nameOf(sent), { id, key, at: Date.now() });

/** @type {(sent: Sent) => void} */
export const forgetFile = (sent) => localStorage.removeItem(nameOf(sent));

/** @type {(key: string, rest: Omit<Rest, 'at'>) => void} */
export const note = (key, rest) => write(uploadPrefix + key, { ...rest, at: Date.now() });

/** This page ends: another one may offer it at once. @type {(key: string) => void} */
export function release(key) {
  const rest = readRest(uploadPrefix + key);
  if (rest !== null) write(uploadPrefix + key, { ...rest, at: Date.now() - silence });
}

/**
 * @type {(key: string) => string[]}
 * @returns ids of its files
 */
export function forget(key) {
  localStorage.removeItem(uploadPrefix + key);
  const own = names().filter((name) => name.startsWith(filePrefix) && readFile(name)?.key === key);
  const ids = own.map((name) => readFile(name)?.id ?? '');
  for (const name of own) localStorage.removeItem(name);
  return ids;
}

/** What nobody goes on with, by key; what has expired is forgotten. @returns {Map<string, Rest>} */
export function rests() {
  const now = Date.now();
  /** @type {Map<string, Rest>} */
  const found = new Map();
  for (const name of names()) {
    if (!name.startsWith(uploadPrefix) && !name.startsWith(filePrefix)) continue;
    const rest = readRest(name);
    if (rest === null || now - rest.at > lifetime) localStorage.removeItem(name);
    else if (name.startsWith(uploadPrefix) && now - rest.at >= silence)
      found.set(name.slice(uploadPrefix.length), rest);
  }
  return found;
}
