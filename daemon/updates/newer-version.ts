/** Looks for a newer version of the program, where a person has named an address that tells it. */
import { join } from 'node:path';
import { messageOf } from '../../workers/base/errors.js';
import { JsonStore, type JsonFile } from '../../workers/base/files/json-store.js';
import { parseJson } from '../../workers/base/input/json.js';
import { isRecord } from '../../workers/base/input/record.js';
import type { Clock, Log } from '../../workers/base/ports.js';
import { isLater } from './later.js';

/** Milliseconds. A start has other things to do. */
const [first, day] = [60_000, 24 * 3_600_000];

export interface NewerVersionParts {
  /** Address that answers JSON with "version"; empty: nobody looks. */
  url: () => string;
  own: string;
  /** Folder of the note for `--version`. */
  data: string;
  /** Answers what the address does, as text. Throws where it cannot be had. */
  ask: (url: string) => Promise<string>;
  clock: Clock;
  log: Log;
}

interface Note {
  version: string;
}

/** The schema is made by hand: `--version` reads the note, and loading zod would take most of its time. */
const noteIn = (data: string): JsonFile<Note | null> => ({
  path: join(data, 'newer-version.json'),
  schema: { parse: (stored) => ({ version: versionOf(stored) }), encode: (note) => note },
  fallback: null,
});

export class NewerVersion {
  private complaint = '';

  private constructor(
    private readonly parts: NewerVersionParts,
    private readonly store: JsonStore<Note | null>,
  ) {}

  static async open(parts: NewerVersionParts): Promise<NewerVersion> {
    return new NewerVersion(parts, await JsonStore.open(noteIn(parts.data)));
  }

  /** Null where none is known. */
  newer(): string | null {
    const { url, own } = this.parts;
    return url() === '' ? null : laterIn(this.store.value, own);
  }

  /** Looks a minute from now, and once a day. Answers what ends that. */
  follow(): () => void {
    const ends = [
      this.parts.clock.after(first, () => void this.look()),
      this.parts.clock.every(day, () => void this.look()),
    ];
    return () => ends.forEach((end) => end());
  }

  /** Never fails: what cannot be learnt is told in the log, once. */
  async look(): Promise<void> {
    const { url, own, ask, log } = this.parts;
    const address = url();
    try {
      const version = address === '' ? null : versionOf(parseJson(await ask(address)));
      await this.store.set(version !== null && isLater(version, own) ? { version } : null);
      this.complaint = '';
    } catch (error) {
      const complaint = messageOf(error);
      if (complaint !== this.complaint) log.warn(`Whether there is a newer version cannot be learnt: ${complaint}`);
      this.complaint = complaint;
    }
  }
}

/** A later version than the own one that the daemon has found; null where there is none. */
export async function newerIn(data: string, own: string): Promise<string | null> {
  return laterIn((await JsonStore.open(noteIn(data))).value, own);
}

const laterIn = (note: Note | null, own: string): string | null =>
  note !== null && isLater(note.version, own) ? note.version : null;

function versionOf(answer: unknown): string {
  const version = isRecord(answer) ? answer['version'] : undefined;
  if (typeof version !== 'string') throw new Error('the answer has no "version"');
  return version;
}
