/**
 * Places that the library has left, or was to go to and did not, by crash or because a disk was pulled out: noted
 * before a move begins, and removed when it is sure which of both places is the library's.
 */
import { readFile, rm } from 'node:fs/promises';
import { messageOf } from '../../workers/base/errors.js';
import { createMutex } from '../../workers/base/async/mutex.js';
import { writeDurably } from '../../workers/base/files/durable.js';
import { parseJson } from '../../workers/base/input/json.js';
import { isRecord } from '../../workers/base/input/record.js';
import type { Log } from '../../workers/base/ports.js';
import type { Library } from '../../workers/library/library.js';
import { findingIn } from '../../workers/library/place.js';
import { missingTrack, removeLibrary } from './library-files.js';

/** A move that has begun. */
interface Move {
  from: string;
  to: string;
  /** Folder beside `to` that is filled first, nobody else's. */
  coming: string;
}

interface Noted {
  /** Null unless one is under way, or was when the last run ended. */
  move: Move | null;
  /** Copies that may go; a disk may have to be plugged in for that. The first are the oldest. */
  leftovers: string[];
}

const nothing: Noted = { move: null, leftovers: [] };
/** Of disks that never come back. */
const mostLeftovers = 50;

export class FormerPlaces {
  private readonly turns = createMutex();

  private constructor(
    private readonly path: string,
    private noted: Noted,
  ) {}

  /**
   * @param path of the note
   * @param place the library's, as the settings say: it tells how a move ended that a crash cut off
   */
  static async open(path: string, place: string): Promise<FormerPlaces> {
    const text = await readFile(path, 'utf8').catch(() => '{}');
    const { move, leftovers } = readNoted(text);
    const cut = move === null ? [] : [move.coming, place === move.to ? move.from : move.to];
    return new FormerPlaces(path, { move: null, leftovers: [...leftovers, ...cut].filter((one) => one !== place) });
  }

  /** Before anything is copied. */
  begin(move: Move): Promise<void> {
    return this.turns.run(() => this.note({ move, leftovers: this.noted.leftovers.filter((one) => one !== move.to) }));
  }

  /** @param left a place of it that may go, once it can be reached */
  end(left?: string): Promise<void> {
    return this.turns.run(() => {
      const { leftovers } = this.noted;
      return this.note({
        move: null,
        leftovers: [...leftovers, ...(left === undefined ? [] : [left])].slice(-mostLeftovers),
      });
    });
  }

  /** Removes what can be, where it is a copy of the library that is open, and all of that is in its place. */
  async sweep(library: Library, log: Log): Promise<void> {
    if (this.noted.leftovers.length === 0 || library.away !== null) return;
    await this.turns.run(async () => {
      for (const place of this.noted.leftovers) {
        const isDone = await removeLeftover(place, library, log).catch((error: unknown) => {
          log.debug(`The former library folder ${place} could not be removed yet: ${messageOf(error)}`);
          return false;
        });
        if (isDone) await this.note({ ...this.noted, leftovers: this.noted.leftovers.filter((one) => one !== place) });
      }
    });
  }

  private async note(noted: Noted): Promise<void> {
    this.noted = noted;
    await writeDurably(this.path, `${JSON.stringify(noted)}\n`);
  }
}

/** False where it is not there now, or not sure to be in its new place. */
async function removeLeftover(place: string, library: Library, log: Log): Promise<boolean> {
  if (place === library.path) return true;
  const [here, there] = [await findingIn(library.path), await findingIn(place)];
  // A disk that is away leaves nothing behind, or an empty folder.
  if (here.kind !== 'marked' || (there.kind === 'empty' && !(isComing(place) && there.isThere))) return false;
  if (isComing(place)) {
    await rm(place, { recursive: true, force: true });
    return true;
  }
  if (there.kind !== 'marked' || there.id !== here.id) return true;
  if ((await missingTrack(library)) !== null) return false;
  if (!(await removeLibrary(place))) return false;
  await library.forget(place);
  log.info(`The former library folder ${place} is removed.`);
  return true;
}

export const comingName = (to: string, suffix: string): string => `${to}.coming-${suffix}`;
const isComing = (path: string): boolean => /\.coming-[0-9a-f]{8}$/.test(path);

/** What cannot be read is nothing noted. */
function readNoted(text: string): Noted {
  try {
    const noted = parseJson(text);
    if (!isRecord(noted)) return nothing;
    const { move, leftovers } = noted;
    const isText = (one: unknown): one is string => typeof one === 'string';
    return {
      move:
        isRecord(move) && [move['from'], move['to'], move['coming']].every(isText) ? (move as unknown as Move) : null,
      leftovers: Array.isArray(leftovers) ? leftovers.filter(isText) : [],
    };
  } catch {
    return nothing;
  }
}
