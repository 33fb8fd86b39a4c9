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
  const list = papers.map(([title, words], n) => ({
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
    if (status.embedded === list.length && status.state === 'idle') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
