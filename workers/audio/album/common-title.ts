/** Finds a title for files without tags. */
import { bareName, readNames } from './names.js';

const generic = /(?:^|[\s._([{-])(?:track|titel|title|kapitel|chapter|teil|part|cd|dis[ck]|nr|no|spur|audio)\.?$/iu;

/** Returns the common beginning of file names, cut at a word, without track numbers; '' if nothing useful is left. */
export function commonTitle(names: readonly string[]): string {
  return sensible(names.map(bareName)) || sensible(readNames(names).map(({ title }) => title));
}

function sensible(names: readonly string[]): string {
  let title = trimEnd(commonWords(names));
  if (names.length > 1) {
    while (generic.test(title)) title = trimEnd(title.replace(generic, ''));
  } else {
    // A single name is the title; its number belongs to the track.
    title = readNames(names)[0]?.title ?? '';
  }
  return title.length > 1 && /\p{L}/u.test(title) ? title : '';
}

function commonWords([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && first[same] === other[same]) same++;
    length = same;
  }
  const inWord = (name: string): boolean => /^[\p{L}\p{N}\p{M}]/u.test(name.slice(length));
  if ([first, ...others].some(inWord)) {
    // The cut is inside a word or a number, so move it to the beginning of that word.
    return first.slice(0, length).replace(/[\p{L}\p{N}\p{M}\p{Cs}]+$/u, '');
  }
  return first.slice(0, length);
}

const trimEnd = (title: string): string => title.replace(/[\s._\-–—,:;#+&([{]+$/u, '').trim();
