/** The papers of the pictures, and a server that makes their vectors. */
import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { jsonOf } from './json.mjs';

/** Titles with what they are about; vectors of such words stand in for a model. */
const papers = [
  ['How children learn to count with songs', 'music numbers children learning songs counting'],
  ['Melody helps memory: a study with picture books', 'music memory children books melody songs learning'],
  ['Reading aloud and the growth of vocabulary', 'books reading words children language'],
  ['A pen that listens: paper as an interface', 'paper pen interface sound dots'],
  ['Invisible dots: position codes for printed pages', 'paper dots printing codes pen'],
  ['Graph grammars for melodies', 'music melody graphs grammar'],
  ['Counting stars with neural networks', 'numbers stars networks'],
];

/** What a map has more of: each is a topic, and its titles are made of its words. */
const topics = [
  ['melody', 'rhythm', 'songs', 'harmony', 'singing', 'choirs', 'tempo'],
  ['vocabulary', 'reading', 'books', 'letters', 'stories', 'readers', 'spelling'],
  ['dots', 'printing', 'paper', 'ink', 'patterns', 'scanners', 'resolution'],
  ['stars', 'planets', 'telescopes', 'galaxies', 'orbits', 'light', 'gravity'],
  ['counting', 'numbers', 'sums', 'fractions', 'geometry', 'proofs', 'games'],
];
const shapes = [
  (a, b, c) => `On ${a} and ${b}, with ${c}`,
  (a, b, c) => `${a} from ${b}: what ${c} tell`,
  (a, b, c) => `Learning ${a} by ${b} and ${c}`,
  (a, b, c) => `How ${c} change ${a}: a study of ${b}`,
];
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Some of each topic, the same each time. */
const further = topics.flatMap((words, topic) =>
  Array.from({ length: 36 }, (_, n) => {
    const word = (step) => words[(n * step + topic + step) % words.length];
    const [a, b, c] = [word(1), word(3), word(5)];
    return [capital(shapes[n % shapes.length](a, b, c)), `${a} ${b} ${c} ${word(2)} ${words[topic]}`];
  }),
);

/** Gives texts with the same words vectors that are near. */
export async function embeddingServer() {
  const vector = (text) => {
    const numbers = new Array(64).fill(0);
    for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? [])
      numbers[[...word].reduce((hash, sign) => (hash * 31 + sign.codePointAt(0)) % 64, 7)] += 1;
    const length = Math.hypot(...numbers) || 1;
    return numbers.map((number) => number / length);
  };
  const answer = async (request, response) => {
    const texts = [JSON.parse(await readText(request)).input].flat();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data: texts.map((text, index) => ({ index, embedding: vector(text) })) }));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return server;
}

/** Resolves when they are embedded. */
export async function putPapersIn(url) {
  const list = [...papers, ...further].map(([title, words], n) => ({
    title,
    abstract: `We look at ${words.split(' ').join(', ')}.`,
    authors: ['A. Example', 'B. Sample'],
    year: 2018 + (n % 5),
    conference: n % 2 ? 'Sounds' : 'Pages',
    session: 'Monday',
  }));
  await fetch(`${url}/papers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(list),
  });
  for (;;) {
    const { status } = await jsonOf(`${url}/papers`);
    if (status.embedded === list.length && status.state === 'idle') break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await save(url);
}

/** Puts the first on the list, with a note. */
async function save(url) {
  const { papers: found } = await jsonOf(`${url}/papers?q=songs+paper+dots&limit=4`);
  const notes = ['Read with the group on Monday.', '', 'Table 2 has what we need.', ''];
  for (const [n, { uid }] of found.entries())
    for (const [action, note] of [['save', ''], ...(notes[n] ? [['note', notes[n]]] : [])])
      await fetch(`${url}/papers/saved`, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ uid, action, ...(action === 'note' ? { note } : {}) }),
      });
}
