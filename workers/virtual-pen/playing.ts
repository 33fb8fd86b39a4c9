/** Which media an action plays: entries of its line's playlist. */
import { opcodes, type Action } from '../gme/script.js';
import { noSuchEntry, type Origin } from './lies.js';
import type { Chance } from './pen.js';

/** What an action chooses from. */
interface Choice {
  readonly playlist: readonly number[];
  /** Of the action's operand. */
  readonly value: number;
  readonly chance: Chance;
  readonly origin: Origin;
}

/** Entries of the playlist, by opcode, in the order in which they play. */
const entriesBy: Readonly<Record<number, (choice: Choice, action: Action) => number[]>> = {
  [opcodes.play]: ({ value }) => [value],
  // The operand is a constant, whatever its kind says.
  [opcodes.playPerhaps]: ({ chance }, { operand }) => (chance(2) === 0 ? [operand.value] : []),
  [opcodes.playEach]: ({ playlist }) => [...playlist.keys()],
  [opcodes.playAny]: ({ playlist, chance }) => (playlist.length === 0 ? [] : [chance(playlist.length)]),
  [opcodes.playRange]: ({ value }) => rangeOf(value),
  [opcodes.playRandom]: ({ value, chance }) => {
    const range = rangeOf(value);
    return range.length === 0 ? [] : [range[chance(range.length)] as number];
  },
};

/** High byte: the first entry; low byte: the last. */
function rangeOf(value: number): number[] {
  const [first, last] = [value >> 8, value & 0xff];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
}

/**
 * The media that an action plays, in order; undefined where it is no action that plays.
 * @throws TonstiftError `bad_field` where the playlist has no such entry
 */
export function mediaOf(action: Action, choice: Choice): number[] | undefined {
  return entriesBy[action.opcode]?.(choice, action).map((entry) => {
    const medium = choice.playlist[entry];
    if (medium === undefined) throw noSuchEntry(choice.origin, entry, choice.playlist.length);
    return medium;
  });
}
