/**
 * Texts on which careless code takes time by the square of the length, or overflows the stack: signs without their end,
 * signs in each other, and what separates values, again and again.
 */

/** @typedef {import('./hostile.js').Hostile} Hostile */

/**
 * Signs with their ends: of LaTeX, HTML, JSON, BibTeX, XML and plain text.
 * @type {readonly (readonly [open: string, close: string])[]}
 */
const pairs = [
  .../** @type {const} */ ([
    ['(', ')'],
    ['[', ']'],
    ['{', '}'],
    ['<', '>'],
    ['"', '"'],
    ["'", "'"],
    ['`', "'"],
  ]),
  .../** @type {const} */ ([
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
  ]),
  .../** @type {const} */ ([
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
  ]),
  .../** @type {const} */ ([
    ['{"a":', '}'],
    ['{"papers":[', ']}'],
    ['\n@article{a,', '}'],
    ['\n@string{a =', '}'],
    ['title = {', '},'],
    ['<entry>', '</entry>'],
    ['<record>', '</record>'],
    ['<title>', '</title>'],
    ['<z>', '</z>'],
  ]),
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

/** @param {string} part @returns {Hostile} */
const repeated = (part) => ({
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

const nested = pairs.map(([open, close]) => {
  const half = (/** @type {number} */ length) => Math.ceil(length / (open.length + close.length));
  return {
    name: `${JSON.stringify(open)} in each other`,
    of: (/** @type {number} */ length) => `${open.repeat(half(length))}a${close.repeat(half(length))}`,
  };
});

const behindText = [...pairs.map(([open]) => open), ...separators].map((sign) => ({
  name: `${JSON.stringify(sign)} behind a long word`,
  of: (/** @type {number} */ length) => 'a'.repeat(length / 2) + repeated(sign).of(length / 2),
}));

const withinText = separators.map((sign) => ({
  name: `${JSON.stringify(sign)} between words`,
  of: (/** @type {number} */ length) => `a${repeated(sign).of(length)}a`,
}));

/** @type {readonly Hostile[]} */
export const hostile = [...[...new Set(parts)].map(repeated), ...nested, ...behindText, ...withinText];

/** Each opening sign in turn with each other one. @type {readonly Hostile[]} */
export const hostilePairs = pairs.flatMap(([one]) =>
  pairs.filter(([other]) => other !== one).map(([other]) => repeated(one + other)),
);
