/** An embedding API for the machine, which has no network: slow enough to be cut off in the middle. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

const answer = async (request, response) => {
  const { input = [] } = JSON.parse((await text(request)) || '{}');
  await wait(3000);
  const vector = (words) => Array.from({ length: 32 }, (_, n) => Math.sin(words.length * (n + 1)));
  const data = [input].flat().map((words, index) => ({ index, embedding: vector(words) }));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data, model: 'machine' }));
};

createServer((request, response) => void answer(request, response)).listen(7999, '127.0.0.1');
