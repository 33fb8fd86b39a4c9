/*
 * Remembers interrupted uploads over a reload of the page, because the browser forgets the chosen files. Each upload is
 * stored as `tonstift:upload:<key>`, and each of its files as `tonstift:file:<size, time and path>`. Both begin with
 * the base path, because the browser shares the storage of a host between all its paths.
 */
import { base } from '../base.js';

/** @import { Sent } from './upload-sort.js' */

/** @typedef {{ name: string, isFolder: boolean, all: number, there: number, share: number, at: number }} Rest */

const uploadPrefix = `${base}tonstift:upload:`;
const filePrefix = `${base}tonstift:file:`;
/** Milliseconds for which the server keeps an incomplete file. */
const lifetime = 24 * 3_600_000;
/** Milliseconds without an update, after which the page that uploads is gone. Hidden pages update once a minute. */
export const silence = 90_000;

/** @type {(sent: Sent) => string} */
const nameOf = ({ path, file }) => `${filePrefix}${file.size} ${file.lastModified} ${path}`;

/** @typedef {{ id: string, key: string, at: number }} Known a complete or partial file on the server */

/** @type {(name: string) => unknown} */
function read(name) {
  try {
    return /** @type {unknown} */ (JSON.parse(localStorage.getItem(name) ?? 'null'));
  } catch {
    return null;
  }
}

/** The browser may have no space, or may block storage. @type {(name: string, value: unknown) => void} */
function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Then the upload starts again after a reload.
  }
}

/** @type {(name: string) => void} */
function drop(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // Then nothing was stored.
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
 * The upload to which a file belongs, and its id there.
 * @type {(sent: Sent) => Known | null}
 */
export const recall = (sent) => readFile(nameOf(sent));

/** @type {(sent: Sent, id: string, key: string) => void} */
export const remember = (sent, id, key) => write(nameOf(sent), { id, key, at: Date.now() });

/** @type {(sent: Sent) => void} */
export const forgetFile = (sent) => drop(nameOf(sent));

/** @type {(key: string, rest: Omit<Rest, 'at'>) => void} */
export const note = (key, rest) => write(uploadPrefix + key, { ...rest, at: Date.now() });

/** Called when this page ends, so that another one may offer to continue immediately. @type {(key: string) => void} */
export function release(key) {
  const rest = readRest(uploadPrefix + key);
  if (rest !== null) write(uploadPrefix + key, { ...rest, at: Date.now() - silence });
}

/**
 * @type {(key: string) => string[]}
 * @returns the ids of its files
 */
export function forget(key) {
  drop(uploadPrefix + key);
  const own = names().filter((name) => name.startsWith(filePrefix) && readFile(name)?.key === key);
  const ids = own.map((name) => readFile(name)?.id ?? '');
  for (const name of own) drop(name);
  return ids;
}

/**
 * Interrupted uploads by key, of which the server has at least one file. Expired ones are removed.
 * @returns {Map<string, Rest>}
 */
export function rests() {
  const now = Date.now();
  /** @type {Map<string, Rest>} */
  const found = new Map();
  const begun = new Set();
  for (const name of names()) {
    if (!name.startsWith(uploadPrefix) && !name.startsWith(filePrefix)) continue;
    const rest = readRest(name);
    if (rest === null || now - rest.at > lifetime) drop(name);
    else if (name.startsWith(filePrefix)) begun.add(readFile(name)?.key);
    else if (now - rest.at >= silence) found.set(name.slice(uploadPrefix.length), rest);
  }
  return new Map([...found].filter(([key]) => begun.has(key)));
}
