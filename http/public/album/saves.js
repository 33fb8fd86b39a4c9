/* Sends changes of an album to the daemon, one after the other, and retries if it does not answer. */
import { base } from '../base.js';

/** Milliseconds between two attempts. */
const pause = 2000;
/** Number of saves that wait for the daemon. */
let waiting = 0;

/** Waits for the connection, but at most `pause`. @type {() => Promise<void>} */
const another = () =>
  new Promise((done) => {
    setTimeout(done, pause);
    document.addEventListener('live:here', () => done(), { once: true });
  });

/** @typedef {{ error?: { message: string, fields: Record<string, string> }, concerns?: { message: string } }} Answer */

/**
 * @returns undefined if the daemon does not answer, or the session has ended
 * @type {(body: URLSearchParams) => Promise<Answer | undefined>}
 */
async function post(body) {
  const headers = { Accept: 'application/json' };
  try {
    // `keepalive` sends it even if the user leaves the page.
    const answer = await fetch(`${base}/library`, { method: 'POST', body, headers, keepalive: true });
    return answer.status === 401 ? undefined : /** @type {Answer} */ (await answer.json());
  } catch {
    return undefined;
  }
}

/**
 * Retries until there is an answer. Throws the message of the daemon if it rejects the change.
 * @param later called before each retry
 * @returns the message about affected sheets and pens, if any
 * @type {(uid: string, name: string, value: string, later: () => void) => Promise<string | undefined>}
 */
export async function send(uid, name, value, later) {
  const body = new URLSearchParams({ action: 'update', uid, [name]: value });
  let answer = await post(body);
  while (!answer) {
    later();
    waiting += 1;
    await another();
    waiting -= 1;
    answer = await post(body);
  }
  const { error, concerns } = answer;
  if (error) throw new Error(Object.values(error.fields)[0] ?? error.message);
  return concerns?.message;
}

addEventListener('beforeunload', (event) => {
  if (waiting > 0) event.preventDefault();
});

/** Changes are sent in the order in which they were made. */
let sent = Promise.resolve();

/** @type {(task: () => Promise<unknown>) => void} */
export function inTurn(task) {
  sent = sent.then(async () => void (await task()));
}
