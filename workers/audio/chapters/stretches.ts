/** Decides where a file is cut. Pure. */

export interface Chapter {
  /** Milliseconds. */
  start: number;
  /** Milliseconds; null for the start of the next one, or the end of the file. */
  end: number | null;
  /** Empty if the chapter has none. */
  title: string;
  artist?: string | undefined;
}

/** A piece of a file, in milliseconds; if `until` is null, it lasts to the end of the file. */
export interface Stretch {
  from: number;
  until: number | null;
}

export interface TitledStretch extends Stretch {
  title: string;
  artist?: string | undefined;
}

/** Minimum milliseconds of a chapter. A shorter one is only a mark and is merged into the chapter before. */
const shortest = 1000;
/** Maximum milliseconds that chapters may leave out or overlap, because programs round them and skip pauses. */
const slack = 5000;
/** Maximum chapters of a file. No book has more. */
const most = 1000;

/**
 * Returns the pieces that a file is cut into, which contain all of it; an empty list if it stays whole: fewer than two
 * chapters, or chapters that leave sound out or overlap. A cue sheet names no ends, and may begin after a pause.
 * @param durationMs of the file
 */
export function stretchesOf(chapters: readonly Chapter[], durationMs: number): TitledStretch[] {
  if (chapters.length > most) return [];
  const inOrder = chapters.toSorted((a, b) => a.start - b.start);
  const endOf = (at: number): number => inOrder[at + 1]?.start ?? durationMs;
  const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= slack;
  const isComplete =
    (inOrder[0]?.end === null || isClose(inOrder[0]?.start ?? Infinity, 0)) &&
    (inOrder.at(-1)?.start ?? Infinity) < durationMs + slack &&
    inOrder.every(({ end }, at) => end === null || isClose(end, endOf(at)));
  if (!isComplete) return [];
  const long = inOrder.filter(({ start }, at) => endOf(at) - start >= shortest);
  if (long.length < 2) return [];
  return long.map(({ start, title, artist }, at) => ({
    from: at === 0 ? 0 : start,
    until: long[at + 1]?.start ?? null,
    title,
    artist,
  }));
}
