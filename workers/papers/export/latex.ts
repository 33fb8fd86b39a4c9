/** Text as BibTeX has it: what LaTeX would take for its own is spelt out, everything else stays UTF-8. */

/**
 * Braces by name: BibTeX counts them also behind a backslash, and one too many would swallow the entries that follow.
 * The signs of HTML by name too, for whoever reads entries of the web takes them for tags.
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

/** Two dashes, commas or quotes in a row become one other sign. */
const ligatures = /--+|''+|,,+|<<|>>/g;

export const latexOf = (text: string): string =>
  text
    .replace(/[\\{}~^<>&%$#_`]/g, (sign) => spelt[sign] ?? sign)
    .replace(ligatures, (run) => [...run].join('{}'))
    .replace(/\s+/g, ' ')
    .trim();

/** As `latexOf`, with braces around words that have a capital behind their first sign: styles write titles small. */
export const latexTitle = (text: string): string =>
  text
    .split(/(\s+)/)
    .map((word) => (/^\S+\p{Lu}/u.test(word) ? `{${latexOf(word)}}` : latexOf(word) || ' '))
    .join('')
    .trim();

/** Addresses are taken word for word; what would end the field is written as addresses can. */
export const addresses = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[{}\\]/g, (sign) => encodeURIComponent(sign));

/** One of them, or an id that stands in one. */
export const verbatim = (text: string): string => addresses(text).replaceAll(' ', '%20');
