/**
 * Compares the contents of a folder and of its direct subfolders by names, sizes and times, from one scan to the next.
 * It blocks for each file, so it must run in a thread. For twenty thousand files, it takes a tenth of the time that
 * asynchronous calls would take.
 */
import { hash } from 'node:crypto';
import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { systemCodeOf } from '../../workers/base/errors.js';

export class Survey {
  /** A short signature for each name. */
  private readonly seen = new Map<string, string>();
  /** The position at which the next partial scan continues. */
  private next = 0;

  constructor(private readonly folder: string) {}

  /**
   * @param share the part of the names to scan; the others follow in the next scans. New and removed names are always
   *   found
   * @returns names directly in the folder that have changed; all names after the first scan, and after a scan that
   *   could not read the folder
   */
  look(share = 1): Set<string> {
    const names = namesIn(this.folder);
    if (names === null) {
      this.seen.clear();
      return new Set();
    }
    const there = new Set(names);
    const changed = new Set([...this.seen.keys()].filter((name) => !there.has(name)));
    for (const name of changed) this.seen.delete(name);
    for (const name of this.dueOf(names, share)) {
      const now = signatureOf(`${this.folder}/${name}`);
      if (this.seen.get(name) !== now) changed.add(name);
      this.seen.set(name, now);
    }
    return changed;
  }

  private dueOf(names: readonly string[], share: number): string[] {
    const count = Math.ceil(names.length * share);
    const from = this.next < names.length ? this.next : 0;
    this.next = from + count;
    return names.filter((name, at) => (at >= from && at < from + count) || !this.seen.has(name));
  }
}

/** Sorted; null if it is not a folder, or cannot be read. */
function namesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder).sort();
  } catch {
    return null;
  }
}

/** Runs while idle, in interpreted code, so it creates little garbage. */
function signatureOf(path: string): string {
  const own = statOf(path);
  if (typeof own === 'string' || !own.isDirectory()) return textOf(own);
  let facts = '';
  for (const name of namesIn(path) ?? ['']) facts += `${name}\0${textOf(statOf(`${path}/${name}`))}\n`;
  return hash('sha1', facts, 'base64');
}

const textOf = (one: Stats | string): string =>
  typeof one === 'string' ? one : `${one.size} ${one.mtimeMs} ${one.ino}`;

/** The system's error code if stat fails. */
function statOf(path: string): Stats | string {
  try {
    return lstatSync(path);
  } catch (error) {
    return systemCodeOf(error) ?? '';
  }
}
