/** Determines which media an action plays: entries of its line's playlist. */
import { opcodes, type Action } from '../../../gme/script.js';
import { noSuchEntry, noSuchMedium, type Origin } from './invalid-file.js';
import type { Chance, VirtualPen } from './pen.js';

/** The playlist and the operand of an action. */
interface Choice {
  readonly playlist: readonly number[];
  /** Value of the action's operand. */
  readonly value: number;
  readonly origin: Origin;
}

/**
 * Returns the media that an action plays, in order; undefined if the action plays nothing.
 * @throws TonstiftError `bad_field` if the playlist has no such entry, or the file no such medium
 */
export function mediaOf(pen: VirtualPen, action: Action, { playlist, value, origin }: Choice): number[] | undefined {
  const entries = entriesOf(action, value, playlist.length, pen.chance);
  if (entries === undefined) return undefined;
  const media = entries.map((entry) => {
    const medium = playlist[entry];
    if (medium === undefined) throw noSuchEntry(origin, entry, playlist.length);
    return medium;
  });
  checkMedia(pen, media, origin);
  return media;
}

/** @throws TonstiftError `bad_field` if the file has no such medium */
export function checkMedia({ gme }: VirtualPen, media: readonly number[], origin: Origin): void {
  for (const medium of media) if (medium >= gme.media.length) throw noSuchMedium(origin, medium, gme.media.length);
}

/** Returns entries of a playlist of `count`, in playing order; undefined if the action plays none. */
function entriesOf({ opcode, operand }: Action, value: number, count: number, chance: Chance): number[] | undefined {
  switch (opcode) {
    case opcodes.play:
      return [value];
    case opcodes.playPerhaps:
      // The operand is always a constant, whatever kind the file states.
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

/** The high byte is the first entry, the low byte the last. */
function rangeOf(value: number): number[] {
  const [first, last] = [value >> 8, value & 0xff];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
}
