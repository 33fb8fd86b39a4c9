/** Escapes text for BibTeX. Characters that are special in LaTeX become commands; all others stay UTF-8. */

/**
 * Braces as commands: BibTeX counts braces even after a backslash, and an unmatched one would swallow the entries that
 * follow. The characters < and > as commands too, because programs that read entries from the web treat them as tags.
 */
const spelt: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '`': '\\textasciigrave{}',
};

/** LaTeX joins two dashes, commas or quotes in a row to another character. */
const ligatures = /--+|''+|,,+|<<|>>/g;

export const latexOf = (text: string): string =>
  text
    .replace(/[\\{}~^<>&%$#_`]/g, (sign) => spelt[sign] ?? sign)
    .replace(ligatures, (run) => [...run].join('{}'))
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Like `latexOf`, but puts braces around words with a capital after the first character, because styles write titles in
 * lower case.
 */
export const latexTitle = (text: string): string =>
  text
    .split(/(\s+)/)
    .map((word) => (/^\S+\p{Lu}/u.test(word) ? `{${latexOf(word)}}` : latexOf(word) || ' '))
    .join('')
    .trim();

/** Addresses are used literally. Characters that would end the field are percent-encoded. */
export const addresses = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[{}\\]/g, (sign) => encodeURIComponent(sign));

/** A single address, or an id that is part of one. */
export const verbatim = (text: string): string => addresses(text).replaceAll(' ', '%20');
