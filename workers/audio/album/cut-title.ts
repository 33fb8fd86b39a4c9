/**
 * Reports whether a title was cut off after the 30 letters of an old tag (ID3v1), and a name has the whole one. A tag
 * whose last letters were blanks is shorter.
 */
export const isCutTitle = (title: string, name: string): boolean =>
  title.length >= 28 && title.length <= 30 && name.startsWith(title) && /^\s?\p{L}/u.test(name.slice(title.length));
