/** Measures how long the program takes for its pages, with a browser's headers. */
import { Agent, request } from 'node:http';

export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

const headers = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'de' };

/** @returns {Promise<{first: number, whole: number, bytes: number}>} milliseconds to the first and the last byte */
function fetched(url, agent) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const asked = request(url, { agent, headers }, (answer) => {
      let bytes = 0;
      let first = 0;
      answer.on('data', (piece) => {
        if (bytes === 0) first = performance.now() - begun;
        bytes += piece.length;
      });
      answer.on('end', () => {
        if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}.`));
        else resolve({ first, whole: performance.now() - begun, bytes });
      });
    });
    asked.on('error', reject).end();
  });
}

/**
 * Requests all pages of all daemons alternately, so that a slow moment of the machine affects all.
 * @param {Record<string, string>} daemons addresses by name
 * @param {readonly string[]} pages
 * @returns {Promise<Record<string, Record<string, {first: number, whole: number}>>>} medians, by page and daemon
 */
export async function timesOf(daemons, pages, rounds = 21) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const all = {};
  for (let round = -2; round < rounds; round++)
    for (const page of pages)
      for (const [name, url] of Object.entries(daemons)) {
        const one = await fetched(url + page, agent);
        // The first rounds compile code and fill caches.
        if (round >= 0) ((all[page] ??= {})[name] ??= []).push(one);
      }
  agent.destroy();
  const middle = (list) => ({
    first: median(list.map(({ first }) => first)),
    whole: median(list.map(({ whole }) => whole)),
  });
  return Object.fromEntries(
    Object.entries(all).map(([page, by]) => [
      page,
      Object.fromEntries(Object.entries(by).map(([name, list]) => [name, middle(list)])),
    ]),
  );
}
