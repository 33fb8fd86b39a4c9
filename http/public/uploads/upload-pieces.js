/* Uploads large files in chunks with the tus protocol. Received bytes are not sent again. */
import { base } from '../base.js';
import { ask, persistently } from './upload-request.js';
import * as memory from './upload-memory.js';
import { words } from './upload-words.js';

/** @import { Answer } from './upload-request.js' */
/** @import { Sent } from './upload-sort.js' */

const uploads = `${base}/uploads`;
/** Bytes per request. */
const pieceSize = 8 * 1024 ** 2;
/** The number of parallel uploads of small files, so that the connection is not idle between them. */
const lanes = 3;

const protocol = { 'Tus-Resumable': '1.0.0', Accept: 'application/json' };
const ofBytes = { ...protocol, 'Content-Type': 'application/offset+octet-stream' };

/** The server has rejected the request; its response says why. */
export class Refused extends Error {
  /** @param {Answer} answer */
  constructor(answer) {
    super(answer.text);
    this.answer = answer;
  }
}

/** The browser can no longer read the file. */
export class Unreadable extends Error {}

/**
 * Common data of all requests of an upload.
 * @typedef {object} Way
 * @property {string} key of the upload
 * @property {AbortSignal} signal
 * @property {(answer: Answer | undefined) => unknown} waits may return a promise
 * @property {(sent: Sent, bytes: number) => void} far number of bytes received of a file
 */

/** @type {(text: string) => string} */
function base64(text) {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** @type {(answer: Answer) => number} */
const offsetIn = ({ header }) => Number(header('Upload-Offset') ?? 0);

/** @type {(file: File) => Promise<void>} */
export async function checkReadable(file) {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new Unreadable(words('unreadable', { name: file.name }));
    });
}

/**
 * The number of bytes received; undefined if the server does not know the file.
 * @type {(id: string, way: Way) => Promise<number | undefined>}
 */
async function offsetOf(id, { signal, waits }) {
  const request = { method: 'HEAD', path: `${uploads}/${id}`, headers: protocol, signal };
  const answer = await persistently(() => ask(request), { signal, waits });
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw new Refused(answer);
  return offsetIn(answer);
}

/**
 * A small file is sent with the first request.
 * @type {(sent: Sent, way: Way) => Promise<{ id: string, offset: number }>}
 */
async function create(sent, way) {
  const { path, file } = sent;
  const body = file.size <= pieceSize ? file : undefined;
  const answer = await persistently(
    () =>
      ask({
        method: 'POST',
        path: uploads,
        headers: {
          ...(body ? ofBytes : protocol),
          'Upload-Length': String(file.size),
          'Upload-Metadata': `filename ${base64(path || file.name)}`,
        },
        ...(body ? { body, sent: (bytes) => way.far(sent, Math.min(bytes, file.size)) } : {}),
        signal: way.signal,
      }),
    { signal: way.signal, waits: (lost) => checkReadable(file).then(() => way.waits(lost)) },
  );
  if (answer.status !== 201) throw new Refused(answer);
  const id = (answer.header('Location') ?? '').replace(/^.*\//, '');
  memory.remember(sent, id, way.key);
  return { id, offset: offsetIn(answer) };
}

/**
 * Sends one chunk. After a failure, the offset is requested again.
 * @type {(sent: Sent, at: { id: string, offset: number }, way: Way) => Promise<number | undefined>}
 * @returns the number of bytes received; undefined if the file must be sent from the start
 */
async function piece(sent, { id, offset }, way) {
  /** @type {number | undefined} */
  let from = offset;
  const answer = await persistently(
    async (n) => {
      // The result of the failed attempt is unknown.
      if (n > 0) from = await offsetOf(id, way);
      if (from === undefined) return { status: 404, text: '', header: () => null };
      const begin = from;
      return ask({
        method: 'PATCH',
        path: `${uploads}/${id}`,
        headers: { ...ofBytes, 'Upload-Offset': String(begin) },
        body: sent.file.slice(begin, begin + pieceSize),
        sent: (bytes) => way.far(sent, Math.min(begin + bytes, sent.file.size)),
        signal: way.signal,
      });
    },
    { signal: way.signal, waits: (lost) => checkReadable(sent.file).then(() => way.waits(lost)) },
  );
  if (answer.status === 404) return undefined;
  if (answer.status !== 204 && answer.status !== 409) throw new Refused(answer);
  return offsetIn(answer);
}

/** @type {(sent: Sent, way: Way) => Promise<string>} */
async function sendFile(sent, way) {
  for (;;) {
    const known = memory.recall(sent)?.id;
    const there = known === undefined ? undefined : await offsetOf(known, way);
    const { id, offset: begun } = there === undefined ? await create(sent, way) : { id: known ?? '', offset: there };
    /** @type {number | undefined} */
    let offset = begun;
    while (offset !== undefined && offset < sent.file.size) {
      way.far(sent, offset);
      offset = await piece(sent, { id, offset }, way);
    }
    if (offset !== undefined) {
      memory.remember(sent, id, way.key);
      way.far(sent, sent.file.size);
      return id;
    }
    memory.forgetFile(sent);
  }
}

/**
 * Sends all files and bytes that the server does not have yet.
 * @type {(files: readonly Sent[], way: Way) => Promise<string[]>}
 * @returns the ids of the files in this order
 */
export async function sendFiles(files, way) {
  const own = new AbortController();
  const end = () => own.abort(way.signal.reason);
  way.signal.addEventListener('abort', end);
  if (way.signal.aborted) end();
  const inner = { ...way, signal: own.signal };
  /** @type {string[]} */
  const ids = [];
  const waiting = [...files.entries()];
  /** @type {(isFirst: boolean) => Promise<void>} */
  const work = async (isFirst) => {
    for (;;) {
      const at = isFirst ? 0 : waiting.findIndex(([, { file }]) => file.size <= pieceSize);
      const [next] = at < 0 ? [] : waiting.splice(at, 1);
      if (next === undefined) return;
      ids[next[0]] = await sendFile(next[1], inner);
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, (_, n) => work(n === 0)));
  } catch (problem) {
    own.abort(problem);
    throw problem;
  } finally {
    way.signal.removeEventListener('abort', end);
  }
  return ids;
}

/** Deletes files that will not be continued. @type {(ids: readonly string[]) => Promise<void>} */
export async function takeBack(ids) {
  const { signal } = new AbortController();
  for (const id of ids)
    await ask({ method: 'DELETE', path: `${uploads}/${id}`, headers: protocol, signal }).catch(() => undefined);
}
