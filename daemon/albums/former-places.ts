/**
 * Places that the library has left, or was to go to and did not, by crash or because a disk was pulled out: noted
 * before a move begins, and removed when it is sure which of both places is the library's, and that all that is in the
 * other one is there too. A disk that was pulled out may have been worked on elsewhere meanwhile.
 */
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import * as z from 'zod';
import { messageOf, TonstiftError } from '../../workers/base/errors.js';
import { createMutex } from '../../workers/base/async/mutex.js';
import { inFolder } from '../../workers/base/files/held-folder.js';
import { JsonStore } from '../../workers/base/files/json-store.js';
import { removeTree } from '../../workers/base/files/remove-tree.js';
import { fileIdentity } from '../../workers/base/files/seen-file.js';
import { unlessGone } from '../../workers/base/files/walk.js';
import type { Log } from '../../workers/base/ports.js';
import type { Library } from '../../workers/library/library.js';
import { findingIn } from '../../workers/library/place.js';
import { keptBecause } from './left-behind.js';
import { removeLibrary } from './library-files.js';

const moveSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Folder beside `to` that is filled first, nobody else's. */
  coming: z.string(),
  /** Of the records when it began: what is later in either place was made there. */
  revision: z.int(),
});

/** A move that has begun. */
export type Move = z.output<typeof moveSchema>;

const leftoverSchema = z.object({
  place: z.string(),
  /** Of the records when the library left it. */
  revision: z.int(),
});

type Leftover = z.output<typeof leftoverSchema>;

const isLeftover = (value: unknown): value is Leftover => leftoverSchema.safeParse(value).success;

/** Parts that cannot be read are left out. */
const notedSchema = z.object({
  /** Null unless one is under way, or was when the last run ended. */
  move: moveSchema.nullable().catch(null),
  /** Copies that may go; a disk may have to be plugged in for that. The first are the oldest. */
  leftovers: z.codec(z.array(z.unknown()).catch([]), z.array(leftoverSchema), {
    decode: (all) => all.filter(isLeftover),
    encode: (leftovers) => leftovers,
  }),
});

type Noted = z.output<typeof notedSchema>;

const nothing: Noted = { move: null, leftovers: [] };
/** Of disks that never come back. */
const mostLeftovers = 50;

export class FormerPlaces {
  private readonly turns = createMutex();

  private constructor(
    private readonly store: JsonStore<Noted>,
    private readonly log: Log,
    private readonly named: string | undefined,
  ) {}

  /**
   * @param path of the note
   * @param place the library's, as the settings say: it tells how a move ended that a crash cut off
   * @param named a place that a flag or the environment names: the next start looks for the library there
   */
  static async open(path: string, place: string, log: Log, named?: string): Promise<FormerPlaces> {
    const onBroken = (why: string): void =>
      log.warn(`Which folders the library has left cannot be read from ${path}: ${why}`);
    const store = await JsonStore.open<Noted>({ path, schema: notedSchema, fallback: nothing, onBroken });
    const { move, leftovers } = store.value;
    // Noted now: the settings may say another place by the next start, for another reason.
    if (move !== null || leftovers.some((one) => one.place === place))
      await store
        .set(concluded(store.value, place))
        .catch((error: unknown) =>
          log.warn(`How the last move of the library ended could not be noted: ${messageOf(error)}`),
        );
    return new FormerPlaces(store, log, named);
  }

  private get noted(): Noted {
    return this.store.value;
  }

  /** Before anything is copied. */
  begin(move: Move): Promise<void> {
    return this.turns.run(() => this.note({ move, leftovers: without(concluded(this.noted, move.from), move.to) }));
  }

  /** The library is in a place, and no move is under way. @param to what is there stays too */
  stay(place: string, to = place): Promise<void> {
    return this.turns.run(() => this.note({ move: null, leftovers: without(concluded(this.noted, place), to) }));
  }

  /** @param left a place of it that may go, once it can be reached */
  end(move: Move, left?: string): Promise<void> {
    return this.turns.run(() => {
      const { move: present, leftovers } = this.noted;
      const more = left === undefined ? [] : [{ place: left, revision: move.revision }];
      return this.note({
        // Another one may have begun.
        move: present?.coming === move.coming ? null : present,
        leftovers: [...leftovers.filter(({ place }) => place !== left), ...more].slice(-mostLeftovers),
      });
    });
  }

  /**
   * Before the library goes to a place: what is left of it there is removed, or kept for good.
   * @throws TonstiftError `not_now` where neither can be yet
   */
  async leave(place: string, library: Library): Promise<void> {
    // A move that has just ended notes what it left.
    await this.turns.run(() => Promise.resolve());
    await this.sweep(library);
    const isLeft = this.noted.leftovers.some((one) => one.place === place);
    // Where the library is away, what it has left may be all there is.
    if (!isLeft || library.away !== null || (await findingIn(place)).kind === 'empty') return;
    throw new TonstiftError('not_now', `What the library has left in ${place} is not removed yet. Try again later.`);
  }

  /** Removes what can be, where it is a copy of the library that is open, and all of it is there. Never rejects. */
  async sweep(library: Library): Promise<void> {
    if (this.noted.leftovers.length === 0 || library.away !== null) return;
    await this.turns.run(async () => {
      for (const leftover of this.noted.leftovers)
        try {
          if (await this.isSettled(leftover, library))
            await this.note({ ...this.noted, leftovers: without(this.noted, leftover.place) });
        } catch (error) {
          this.log.debug(`The former library folder ${leftover.place} stays for now: ${messageOf(error)}`);
        }
    });
  }

  /** Removed, or kept for good; false where it is not there now. */
  private async isSettled({ place, revision }: Leftover, library: Library): Promise<boolean> {
    if (place === library.path || (await isSameFolder(place, library.path))) return true;
    const [here, there] = [await findingIn(library.path), await findingIn(place)];
    // A disk that is away leaves nothing behind, or an empty folder.
    if (here.kind !== 'marked' || (there.kind === 'empty' && !(isComing(place) && there.isThere))) return false;
    if (isComing(place)) {
      await removePlace(place);
      return true;
    }
    if (there.kind !== 'marked' || there.id !== here.id) return true;
    const why = await keptBecause(place, revision, { path: library.path, id: here.id }, library.albums);
    if (why !== null) {
      this.log.warn(`The former library folder ${place} is kept: ${why}. Look into it before you remove it by hand.`);
      return true;
    }
    if (!(await removeLibrary(place))) return false;
    if (place !== this.named) await library.forget(place);
    this.log.info(`The former library folder ${place} is removed.`);
    return true;
  }

  /** The turns let nothing else change it meanwhile. */
  private note(noted: Noted): Promise<void> {
    return this.store.update(() => noted);
  }
}

/** With the library in a place, all others of a move that has ended may go. */
function concluded({ move, leftovers }: Noted, place: string): Noted {
  const { revision = 0 } = move ?? {};
  const cut = move === null ? [] : [move.coming, place === move.to ? move.from : move.to];
  const all = [...leftovers, ...cut.map((one) => ({ place: one, revision }))];
  return { move: null, leftovers: without({ leftovers: all }, place) };
}

/** By a link, a mount or a new name above them, one path may lead to the other. */
async function isSameFolder(one: string, other: string): Promise<boolean> {
  const facts = await Promise.all([one, other].map((path) => stat(path).catch(unlessGone(null))));
  const [first, second] = facts.map((found) => found && fileIdentity(found));
  return first !== null && first === second;
}

const without = ({ leftovers }: Pick<Noted, 'leftovers'>, place: string): Leftover[] =>
  leftovers.filter((one) => one.place !== place);

/** With all that is in it. It must be nobody else's. */
export const removePlace = (place: string): Promise<void> =>
  inFolder(dirname(place), '', (above) => removeTree(above, basename(place)));

export const comingName = (to: string, suffix: string): string => `${to}.coming-${suffix}`;
const isComing = (path: string): boolean => /\.coming-[0-9a-f]{8}$/.test(path);
