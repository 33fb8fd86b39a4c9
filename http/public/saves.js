/* Changes of an album on their way to the daemon: one after the other, and kept where it does not answer. */

/** Milliseconds between two tries, where the daemon does not answer. */
const pause = 2000;
/** Saves that wait for it. */
let waiting = 0;

/** That it answers again, or a while. @type {() => Promise<void>} */
const another = () =>
  new Promise((done) => {
    setTimeout(done, pause);
    document.addEventListener('live:here', () => done(), { once: true });
  });

/** @typedef {{ error?: { message: string, fields: Record<string, string> }, concerns?: { message: string } }} Answer */

/**
 * @returns undefined where nobody answers who could save it
 * @type {(body: URLSearchParams) => Promise<Answer | undefined>}
 */
async function post(body) {
  const headers = { Accept: 'application/json' };
  try {
    // The page may be left in the middle of it.
    const answer = await fetch('/library', { method: 'POST', body, headers, keepalive: true });
    return answer.status === 401 ? undefined : /** @type {Answer} */ (await answer.json());
  } catch {
    return undefined;
  }
}

/**
 * Asks until there is an answer.
 * Throws what the daemon says where it refuses.
 * @param later called where it takes another try
 * @returns what it concerns beside the album
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

/** What has been changed is sent in the order in which it was. */
let sent = Promise.resolve();

/** @type {(task: () => Promise<unknown>) => void} */
export function inTurn(task) {
  sent = sent.then(async () => void (await task()));
}
