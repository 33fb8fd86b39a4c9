/**
 * Texts on which careless code takes time by the square of the length, or overflows the stack: signs without their end,
 * signs in each other, and what separates values, again and again.
 */

export interface Hostile {
  name: string;
  /** About as many characters. */
  of: (length: number) => string;
}

/** Signs with their ends: of LaTeX, HTML, JSON, BibTeX, XML and plain text. */
const pairs: readonly (readonly [open: string, close: string])[] = [
  ...([
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
    ['<', '>'],
    ['"', '"'],
    ["'", "'"],
    ['`', "'"],
  ] as const),
  ...([
    ['$', '$'],
    ['$$', '$$'],
    ['$a ', '$'],
    ['\\(', '\\)'],
    ['\\[', '\\]'],
    ['\\emph{', '}'],
    ['\\frac{', '}'],
    ['\\sqrt{', '}'],
    ['\\mathbb{', '}'],
    ['^{', '}'],
    ["\\'{", '}'],
    ['\\href{', '}'],
    ['\\cite[', ']'],
  ] as const),
  ...([
    ['<p>', '</p>'],
    ['<i>', '</i>'],
    ['<sup>', '</sup>'],
    ['<sup>1', '</sup>'],
    ['<jats:sub>', '</jats:sub>'],
    ['<math>', '</math>'],
    ['<script>', '</script>'],
    ['<p a="', '">'],
    ["<p a='", "'>"],
    ['<p a=b', '>'],
    ['<p a ', '>'],
    ['<p a=b c="', '">'],
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['&', ';'],
    ['&#', ';'],
  ] as const),
  ...([
    ['{"a":', '}'],
    ['{"papers":[', ']}'],
    ['\n@article{a,', '}'],
    ['\n@string{a =', '}'],
    ['title = {', '},'],
    ['<entry>', '</entry>'],
    ['<record>', '</record>'],
    ['<title>', '</title>'],
    ['<z>', '</z>'],
  ] as const),
];

/** Separators of values, words and lines, and signs that patterns look for. */
const separators = [
  ...[' ', '\n', '\r\n', '\r', '\t', ',', ';', '|', '-', '--', '->', '.', ':', '/', '\\', '#', '%', '=', '~', '_', '*'],
  ...[' and ', ', and ', ' & ', ', ', '; ', ' , ', '\n\n', '. ', '",', '"",', "''", '\\ ', '%\n', '\0', '\ufeff'],
];
const words = [
  ...[
    'a',
    'a ',
    'A. ',
    'A.',
    '1',
    '1 ',
    '2020 ',
    'ab\n',
    'é',
    '\u0301\u0316',
    'e\u0301',
    '𝔸',
    '\ud83d',
    'Jr., ',
    'van ',
  ],
  ...['year', 'paper', 'top ', 'long ', 'poster (', 'top\n', 'arxiv.org/abs/', 'http://a ', 'a http://a; ', '10.1234'],
  ...['content_a', 'submitted to ', 'TI  - a\n', '@a', '\n@a', 'a=', '.json', '.gz', 'micro'],
];
/** Commands that take what follows as their argument. */
const commands = [
  ...['\\^', "\\'", '\\c', '\\c ', '\\H ', '\\sqrt', '\\frac', '\\mathbb', '\\textcolor', '\\cite', '\\alpha', '\\o '],
  ...['^', '_', '_\\^', '^\\sqrt', '\\frac\\^', '\\\\', '\\$', '$\\', '\\unknown'],
];

const repeated = (part: string): Hostile => ({
  name: JSON.stringify(part),
  of: (length) => part.repeat(Math.ceil(length / part.length)),
});

/** Each of these is repeated. */
const parts = [
  ...pairs.flatMap(([open, close]) => [open, close, `${open}a `, open + close, `${open}a${close} `]),
  ...separators.flatMap((sign) => [sign, `a${sign}`]),
  ...words,
  ...commands.flatMap((command) => [command, `${command}a`, `${command}{`, `${command} `]),
];

const nested = pairs.map(([open, close]): Hostile => {
  const half = (length: number): number => Math.ceil(length / (open.length + close.length));
  return {
    name: `${JSON.stringify(open)} in each other`,
    of: (length) => `${open.repeat(half(length))}a${close.repeat(half(length))}`,
  };
});

const behindText = [...pairs.map(([open]) => open), ...separators].map((sign): Hostile => ({
  name: `${JSON.stringify(sign)} behind a long word`,
  of: (length) => 'a'.repeat(length / 2) + repeated(sign).of(length / 2),
}));

const withinText = separators.map((sign): Hostile => ({
  name: `${JSON.stringify(sign)} between words`,
  of: (length) => `a${repeated(sign).of(length)}a`,
}));

export const hostile: readonly Hostile[] = [
  ...[...new Set(parts)].map(repeated),
  ...nested,
  ...behindText,
  ...withinText,
];

/** Each opening sign in turn with each other one. */
export const hostilePairs: readonly Hostile[] = pairs.flatMap(([one]) =>
  pairs.filter(([other]) => other !== one).map(([other]) => repeated(one + other)),
);
