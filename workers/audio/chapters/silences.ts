/** Decides at which silences a long file is cut. Pure. */
import type { Stretch } from './stretches.js';

/** In milliseconds. */
export interface Silence {
  from: number;
  until: number;
}

/** A cut may be this part of a piece away from where equal pieces would end. */
const reach = 1 / 8;

/** Returns the number of equal pieces that are not longer than asked for. */
export const piecesIn = (durationMs: number, longestMs: number): number => Math.ceil(durationMs / longestMs);

/**
 * Returns pieces of nearly the same length that contain all of the file. Each cut is in the middle of the longest
 * silence near it; where there is none, two pieces stay one.
 */
export function stretchesAtSilences(silences: readonly Silence[], durationMs: number, pieces: number): Stretch[] {
  const equal = durationMs / pieces;
  const lengthOf = ({ from, until }: Silence): number => until - from;
  const middleOf = ({ from, until }: Silence): number => Math.round((from + until) / 2);
  const cuts = Array.from({ length: pieces - 1 }, (_, n) => (n + 1) * equal).flatMap((ideal) => {
    const near = silences.filter((silence) => Math.abs(middleOf(silence) - ideal) <= reach * equal);
    const [longest] = near.toSorted((a, b) => lengthOf(b) - lengthOf(a));
    return longest === undefined ? [] : [middleOf(longest)];
  });
  return [0, ...cuts].map((from, n) => ({ from, until: cuts[n] ?? null }));
}
