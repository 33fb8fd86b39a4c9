/* Answers of the daemon, which may fail or be aborted, also while their text arrives. */

/** @type {(address: string, accept: string, signal?: AbortSignal) => Promise<Response | undefined>} */
const answerFrom = (address, accept, signal) =>
  fetch(address, { headers: { Accept: accept }, signal }).then(
    (answer) => (answer.ok ? answer : undefined),
    () => undefined,
  );

/**
 * The page; undefined if there is none, or if the answer is an error.
 * @type {(address: string, signal?: AbortSignal) => Promise<Document | undefined>}
 */
export async function pageFrom(address, signal) {
  const answer = await answerFrom(address, 'text/html', signal);
  const text = await answer?.text().catch(() => undefined);
  return text === undefined ? undefined : new DOMParser().parseFromString(text, 'text/html');
}

/**
 * The facts; undefined as above, or if the answer is no JSON, such as the login page of a proxy.
 * @type {(address: string, signal?: AbortSignal) => Promise<any>}
 */
export async function factsFrom(address, signal) {
  const answer = await answerFrom(address, 'application/json', signal);
  return answer?.json().catch(() => undefined);
}
