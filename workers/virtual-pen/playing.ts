/** Which media an action plays: entries of its line's playlist. */
import { opcodes, type Action } from '../gme/script.js';
import { noSuchEntry, noSuchMedium, type Origin } from './lies.js';
import type { Chance, VirtualPen } from './pen.js';

/** What an action chooses from. */
interface Choice {
  readonly playlist: readonly number[];
  /** Of the action's operand. */
  readonly value: number;
  readonly origin: Origin;
}

/**
 * The media that an action plays, in order; undefined where it is no action that plays.
 * @throws TonstiftError `bad_field` where the playlist has no such entry, or the file no such medium
 */
export function mediaOf(pen: VirtualPen, action: Action, { playlist, value, origin }: Choice): number[] | undefined {
  const entries = entriesOf(action, value, playlist.length, pen.chance);
  if (entries === undefined) return undefined;
  // Entries become media in place: most actions play one, and an album that plays on has many of them.
  for (let n = 0; n < entries.length; n++) {
    const entry = entries[n] as number;
    const medium = playlist[entry];
    if (medium === undefined) throw noSuchEntry(origin, entry, playlist.length);
    entries[n] = medium;
  }
  checkMedia(pen, entries, origin);
  return entries;
}

/** @throws TonstiftError `bad_field` where the file has no such medium */
export function checkMedia({ gme }: VirtualPen, media: readonly number[], origin: Origin): void {
  for (const medium of media) if (medium >= gme.media.length) throw noSuchMedium(origin, medium, gme.media.length);
}

/** Entries of a playlist of `count`, in the order in which they play; undefined where the action plays none. */
function entriesOf({ opcode, operand }: Action, value: number, count: number, chance: Chance): number[] | undefined {
  switch (opcode) {
    case opcodes.play:
      return [value];
    case opcodes.playPerhaps:
      // The operand is a constant, whatever its kind says.
      return chance(2) === 0 ? [operand.value] : [];
    case opcodes.playEach:
      return Array.from({ length: count }, (_, entry) => entry);
    case opcodes.playAny:
      return count === 0 ? [] : [chance(count)];
    case opcodes.playRange:
      return rangeOf(value);
    case opcodes.playRandom: {
      const range = rangeOf(value);
      return range.length === 0 ? [] : [range[chance(range.length)] as number];
    }
    default:
      return undefined;
  }
}

/** High byte: the first entry; low byte: the last. */
function rangeOf(value: number): number[] {
  const [first, last] = [value >> 8, value & 0xff];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
}
