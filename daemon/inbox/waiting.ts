/**
 * Holds back entries of the inbox that have unfinished files: downloads and copies that are in progress. The names of
 * the files tell, or their headers, which are read before an import. The whole entry waits, because an album without
 * one of its tracks would be wrong.
 */
import { basename } from 'node:path';
import { isAudioName } from '../../workers/audio/album/names.js';
import { TonstiftError } from '../../workers/base/errors.js';
import type { FoundFile } from '../../workers/base/files/walk.js';
import { say } from '../../workers/base/language/sentence.js';
import { discsAmong } from '../../workers/import/match/together.js';
import { cutOffAmong, finalName, unfinishedByName } from '../../workers/import/inspect/unfinished.js';
import { isPictureName } from '../../workers/library/pictures/cover.js';
import type { Entry } from './scan.js';

/** Milliseconds without a change after which the user may import the complete files. */
const overdueAfter = 24 * 60 * 60_000;

export interface Waits {
  /** Names of the files when they are complete, `/` between the parts. */
  waits_for: string[];
  /** True if nothing has changed for a day: the user may import the complete files. */
  is_overdue: boolean;
}

/** The import has found unfinished files. It is not retried until the entry changes. */
export class Unfinished extends TonstiftError {
  constructor(readonly paths: ReadonlySet<string>) {
    super('not_now', say('inbox.unfinished', { names: [...paths].map((path) => basename(path)).join(', ') }));
  }
}

/** Entries that were read together, and their files that are cut off. */
interface Note {
  /** `seen` by entry key. */
  seen: ReadonlyMap<string, string>;
  /** Absolute paths of the files that are cut off. */
  paths: ReadonlySet<string>;
}

interface Unready {
  /** Unfinished by their names. */
  named: ReadonlySet<FoundFile>;
  /** Cut off according to their headers. */
  cut: ReadonlySet<FoundFile>;
  /** Names of other entries that belong to the same album. */
  others: string[];
}

export class Waiting {
  /** Notes by entry key. */
  private readonly notes = new Map<string, Note>();
  /** Entries that the user imports without their unfinished files: `seen` by key. */
  private readonly ordered = new Map<string, string>();
  /** Entries of the last scan that are not ready, by key. */
  private unready = new Map<string, Unready>();
  /** The title of the album by entry key, for discs of one album. They wait for each other. */
  private discs = new Map<string, string>();

  /** Finds the entries of a scan that are not ready, and forgets notes and orders about entries that have changed. */
  look(entries: readonly Entry[]): void {
    const seen = new Map(entries.map((entry) => [entry.key, entry.seen]));
    for (const [key, note] of this.notes)
      if ([...note.seen].some(([other, state]) => seen.get(other) !== state)) this.notes.delete(key);
    for (const [key, state] of this.ordered) if (seen.get(key) !== state) this.ordered.delete(key);
    const loose = unfinishedByName(entries.flatMap(({ kind, files }) => (kind === 'folder' ? [] : files)));
    const namedOf = ({ kind, files }: Entry): Set<FoundFile> =>
      kind === 'folder' ? unfinishedByName(files) : new Set(files.filter((file) => loose.has(file)));
    this.discs = new Map(discsAmong(entries));
    const ofDiscs = new Map<string | undefined, string[]>();
    for (const entry of entries) {
      const disc = this.discs.get(entry.key);
      const paths = [...namedOf(entry)].map(({ path }) => path);
      if (disc !== undefined) ofDiscs.set(disc, [...(ofDiscs.get(disc) ?? []), ...paths]);
    }
    this.unready = new Map(
      entries.flatMap((entry) => {
        const { key, files } = entry;
        const named = namedOf(entry);
        const paths = new Set([...(this.notes.get(key)?.paths ?? []), ...(ofDiscs.get(this.discs.get(key)) ?? [])]);
        const cut = new Set(files.filter((file) => paths.has(file.path) && !named.has(file)));
        const others = named.size + cut.size > 0 ? [] : [...paths].map((path) => basename(path));
        return named.size + paths.size > 0 ? [[key, { named, cut, others }]] : [];
      }),
    );
  }

  /** Returns the entry as it may be imported; null if it waits. */
  admitted(entry: Entry): Entry | null {
    const unready = this.unready.get(entry.key);
    if (unready === undefined) return entry;
    const files = readyFiles(entry, unready);
    return this.ordered.has(entry.key) && files.length > 0 ? { ...entry, files } : null;
  }

  /** Returns what an entry waits for; null if it does not wait. */
  of(entry: Entry, now: number): Waits | null {
    const unready = this.unready.get(entry.key);
    if (unready === undefined || this.ordered.has(entry.key)) return null;
    const { named, cut, others } = unready;
    const last = entry.files.reduce((latest, file) => Math.max(latest, file.changed_ms ?? file.mtime_ms), 0);
    return {
      waits_for: [...[...named, ...cut].map(({ relativePath }) => relativePath), ...others].map(finalName),
      is_overdue: readyFiles(entry, unready).length > 0 && now - last >= overdueAfter,
    };
  }

  /**
   * Reads the headers of the files, except those that the user imports although they are cut off.
   * @throws Unfinished; as `cutOffAmong`
   */
  async check(entries: readonly Entry[], signal: AbortSignal): Promise<void> {
    const isWanted = (key: string, path: string): boolean =>
      this.ordered.has(key) && this.notes.get(key)?.paths.has(path) === true;
    const files = entries.flatMap((entry) => entry.files.filter(({ path }) => !isWanted(entry.key, path)));
    const cut = await cutOffAmong(files, signal);
    if (cut.length > 0) throw new Unfinished(new Set(cut.map(({ path }) => path)));
  }

  note(entries: readonly Entry[], { paths }: Unfinished): void {
    const note = { seen: new Map(entries.map((entry) => [entry.key, entry.seen])), paths };
    for (const { key } of entries) this.notes.set(key, note);
  }

  /** Imports the complete files of an entry. @returns false if no entry with this name waits */
  order(entries: readonly Entry[], name: string): boolean {
    const found = entries.filter((entry) => entry.name === name && this.of(entry, 0) !== null);
    const discs = new Set<string | undefined>(found.flatMap(({ key }) => this.discs.get(key) ?? []));
    const notes = new Set(found.flatMap(({ key }) => this.notes.get(key) ?? []));
    const belongs = ({ key }: Entry): boolean =>
      discs.has(this.discs.get(key)) || [...notes].some((note) => note.seen.has(key));
    for (const entry of entries) if (found.includes(entry) || belongs(entry)) this.ordered.set(entry.key, entry.seen);
    return found.length > 0;
  }
}

/** The complete files; if there is no audio among them, also those that are cut off. Pictures alone are no album. */
function readyFiles({ files }: Entry, { named, cut }: Unready): FoundFile[] {
  const whole = files.filter((file) => !named.has(file) && !cut.has(file));
  const ready = whole.some(({ relativePath }) => isAudioName(relativePath)) ? whole : [...whole, ...cut];
  return ready.every(({ relativePath }) => isPictureName(relativePath)) ? [] : ready;
}
