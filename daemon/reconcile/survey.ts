/**
 * What lies in a folder, and in the folders right below it, by names, sizes and times: what differs from one look to
 * the next. It waits for the disk with each file, so it belongs into a thread; twenty thousand files take it a tenth of
 * what they would take the event loop.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
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
    const entries = entriesOf(this.folder);
    if (entries === null) {
      this.seen.clear();
      return new Set();
    }
    const names = new Set(entries.map(({ name }) => name));
    const changed = new Set([...this.seen.keys()].filter((name) => !names.has(name)));
    for (const name of changed) this.seen.delete(name);
    for (const entry of this.dueOf(entries, share)) {
      const now = signatureOf(this.folder, entry);
      if (this.seen.get(entry.name) !== now) changed.add(entry.name);
      this.seen.set(entry.name, now);
    }
    return changed;
  }

  private dueOf(entries: readonly Dirent[], share: number): Dirent[] {
    const count = Math.ceil(entries.length * share);
    const from = this.next < entries.length ? this.next : 0;
    this.next = from + count;
    return entries.filter(({ name }, at) => (at >= from && at < from + count) || !this.seen.has(name));
  }
}

function entriesOf(folder: string): Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return null;
  }
}

function signatureOf(folder: string, entry: Dirent): string {
  const path = join(folder, entry.name);
  const below = entry.isDirectory() ? (entriesOf(path)?.map(({ name }) => name) ?? ['']) : ['.'];
  const hash = createHash('sha1');
  for (const name of below) hash.update(`${name}\0${factsOf(join(path, name))}\n`);
  return hash.digest('base64');
}

function factsOf(path: string): string {
  try {
    const { size, mtimeMs, ino } = lstatSync(path);
    return `${size} ${mtimeMs} ${ino}`;
  } catch (error) {
    return systemCodeOf(error) ?? '';
  }
}
