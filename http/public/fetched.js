/* Answers of the daemon, which may fail or be aborted, also while their text arrives. */

/** @type {(address: string, accept: string, signal?: AbortSignal) => Promise<string | undefined>} */
const textFrom = (address, accept, signal) =>
  fetch(address, { headers: { Accept: accept }, signal })
    .then((answer) => (answer.ok ? answer.text() : undefined))
    .catch(() => undefined);

/**
 * The page; undefined if there is none, or if the answer is an error.
 * @type {(address: string, signal?: AbortSignal) => Promise<Document | undefined>}
 */
export async function pageFrom(address, signal) {
  const text = await textFrom(address, 'text/html', signal);
  return text === undefined ? undefined : new DOMParser().parseFromString(text, 'text/html');
}

/**
 * The facts as JSON; undefined as above.
 * @type {(address: string, signal?: AbortSignal) => Promise<any>}
 */
export async function factsFrom(address, signal) {
  const text = await textFrom(address, 'application/json', signal);
  return text === undefined ? undefined : JSON.parse(text);
}
