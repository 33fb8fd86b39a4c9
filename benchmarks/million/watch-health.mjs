/** Measures how long GET /healthz waits, from a process that does nothing else. */
import { fork } from 'node:child_process';
import { Agent, get } from 'node:http';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const pauseMs = 5;

/**
 * @returns {Promise<() => Promise<{longest: number, idle: number, asked: number}>>} a function that ends it;
 * milliseconds
 */
export async function watchHealth(url) {
  const child = fork(fileURLToPath(import.meta.url), [url]);
  // The first requests of that process compile its code, so they are not measured.
  await once(child, 'message');
  return async () => {
    const told = once(child, 'message');
    child.send('end');
    const [facts] = await told;
    return facts;
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Asks /healthz once. @returns {Promise<number>} milliseconds */
export function waitOf(url) {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    get(`${url}/healthz`, { agent }, (answer) => {
      answer.resume().once('end', () => resolve(performance.now() - begun));
    }).once('error', reject);
  });
}

async function watch(url) {
  for (let warm = 0; warm < 20; warm++) await waitOf(url);
  const facts = { longest: 0, idle: 0, asked: 0 };
  let ends = false;
  process.once('message', () => (ends = true));
  process.send?.('ready');
  while (!ends) {
    const longest = await waitOf(url);
    const begun = performance.now();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    facts.idle = Math.max(facts.idle, performance.now() - begun - pauseMs);
    facts.longest = Math.max(facts.longest, longest);
    facts.asked++;
  }
  process.send?.(facts, () => process.disconnect());
  agent.destroy();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await watch(process.argv[2]);
