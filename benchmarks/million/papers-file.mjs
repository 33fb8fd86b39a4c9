/** Writes a CSV with any number of papers, the same on every run. */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

/** Number of words; the first occur in most papers, the last in few (Zipf). */
const vocabulary = 60_000;
const places = 1 << 16;
const wordsOfAbstract = 150;
const rowsAtOnce = 500;

const beginnings = ['graph', 'neural', 'network', 'learning', 'model', 'deep', 'language', 'vision', 'grammar', 'data'];
const rooms = Array.from({ length: 60 }, (_, n) => `Session ${n + 1}`);
const conferences = ['ICLR', 'NeurIPS', 'ICML', 'EMNLP', 'ACL', 'CVPR', 'ECCV', 'AAAI', 'NAACL', 'COLING'];
const firstYear = 2001;
const years = 25;

/** Random integers of 32 bits (xorshift). */
function randomOf(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

const syllables = [...'bcdfghklmnprstvwz'].flatMap((one) => [...'aeiou'].map((two) => one + two));

/** Returns the same word for the same number. */
export function wordOf(number) {
  if (number < beginnings.length) return beginnings[number];
  const next = randomOf(number);
  let word = '';
  for (let left = 2 + (number % 4); left > 0; left--) word += syllables[next() % syllables.length];
  return word;
}

const words = Array.from({ length: vocabulary }, (_, number) => wordOf(number));
/** Words by a random number of 16 bits. */
const zipf = Array.from(
  { length: places },
  (_, at) => words[Math.min(vocabulary - 1, Math.floor(vocabulary ** ((at + 0.5) / places)) - 1)],
);

const name = (number) => {
  const word = words[100 + (number % 40_000)];
  return word[0].toUpperCase() + word.slice(1);
};

function rowOf(number) {
  const next = randomOf(number);
  const some = (count) => {
    let text = '';
    for (let left = count; left > 0; left--) text += `${zipf[next() % places]}${left > 1 ? ' ' : ''}`;
    return text;
  };
  const authors = Array.from({ length: 1 + (next() % 5) }, () => `${name(next() % 4000)} ${name(next())}`).join('; ');
  const title = `${some(6 + (next() % 6))} ${number}`;
  const conference = conferences[next() % conferences.length];
  const year = firstYear + (next() % years);
  return (
    `"${title}","${some(wordsOfAbstract)}.","${authors}",${year},${conference},${rooms[next() % rooms.length]},` +
    `"${some(1)}, ${some(2)}, ${some(1)}",https://example.org/papers/${number}\n`
  );
}

const head = 'title,abstract,authors,year,conference,session,keywords,url\n';

/** @returns the number of bytes */
export async function writePapers(path, count) {
  const file = createWriteStream(path);
  file.write(head);
  for (let from = 0; from < count; from += rowsAtOnce) {
    let rows = '';
    for (let at = from; at < Math.min(count, from + rowsAtOnce); at++) rows += rowOf(at);
    if (!file.write(rows)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return file.bytesWritten;
}
