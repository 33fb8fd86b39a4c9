/** Looks for a newer version of the program, where a person has named an address that tells it. */
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../workers/base/errors.js';
import { writeDurably } from '../../workers/base/files/durable.js';
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

const noteIn = (data: string): string => join(data, 'newer-version.json');

export class NewerVersion {
  private known: string | null;
  private complaint = '';

  constructor(private readonly parts: NewerVersionParts) {
    this.known = parts.url() === '' ? null : newerIn(parts.data, parts.own);
  }

  /** Null where none is known. */
  newer(): string | null {
    return this.known;
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
    const { url, own, data, ask, log } = this.parts;
    const address = url();
    try {
      const version = address === '' ? null : versionIn(await ask(address));
      this.known = version !== null && isLater(version, own) ? version : null;
      if (this.known === null) await rm(noteIn(data), { force: true });
      else await writeDurably(noteIn(data), `${JSON.stringify({ version: this.known })}\n`);
      this.complaint = '';
    } catch (error) {
      const complaint = messageOf(error);
      if (complaint !== this.complaint) log.warn(`Whether there is a newer version cannot be learnt: ${complaint}`);
      this.complaint = complaint;
    }
  }
}

/** A later version than the own one that the daemon has found; null where there is none. */
export function newerIn(data: string, own: string): string | null {
  try {
    const version = versionIn(readFileSync(noteIn(data), 'utf8'));
    return isLater(version, own) ? version : null;
  } catch {
    return null;
  }
}

function versionIn(text: string): string {
  const answer = parseJson(text);
  const version = isRecord(answer) ? answer['version'] : undefined;
  if (typeof version !== 'string') throw new Error('the answer has no "version"');
  return version;
}
