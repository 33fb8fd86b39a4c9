/**
 * What lies in a folder, and in the folders right below it, by names, sizes and times: what differs from one look to
 * the next. It waits for the disk with each file, so it belongs into a thread; twenty thousand files take it a tenth of
 * what they would take the event loop.
 */
import { hash } from 'node:crypto';
import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { systemCodeOf } from '../../workers/base/errors.js';

export class Survey {
  /** A short text for what was seen under each name. */
  private readonly seen = new Map<string, string>();
  /** Where the next look goes on that sees a part only. */
  private next = 0;

  constructor(private readonly folder: string) {}

  /**
   * @param share of the names that are looked at; the others come with the next looks. What is new or gone is seen by
   *   each look
   * @returns names right below the folder, under which something is not as it was; all are new at the first look, and
   *   at the first behind one that could not read the folder
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

/** Sorted; null where it is no folder, or none that can be read. */
function namesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder).sort();
  } catch {
    return null;
  }
}

/** Runs at rest, where an interpreter does it: it makes little that a collector has to find. */
function signatureOf(path: string): string {
  const own = statOf(path);
  if (typeof own === 'string' || !own.isDirectory()) return textOf(own);
  let facts = '';
  for (const name of namesIn(path) ?? ['']) facts += `${name}\0${textOf(statOf(`${path}/${name}`))}\n`;
  return hash('sha1', facts, 'base64');
}

const textOf = (one: Stats | string): string =>
  typeof one === 'string' ? one : `${one.size} ${one.mtimeMs} ${one.ino}`;

/** The system's code where it cannot be told. */
function statOf(path: string): Stats | string {
  try {
    return lstatSync(path);
  } catch (error) {
    return systemCodeOf(error) ?? '';
  }
}
