/* A large upload file by file, in pieces, by the protocol tus: what is there is not sent again. */
import { ask, persistently } from './upload-request.js';
import * as memory from './upload-memory.js';
import { words } from './upload-words.js';

/** @import { Answer } from './upload-request.js' */
/** @import { Sent } from './upload-sort.js' */

/** Bytes of a request. */
const pieceSize = 8 * 1024 ** 2;
/** Files that go in one request each are sent so many at once, or the line would rest between them. */
const lanes = 3;

const protocol = { 'Tus-Resumable': '1.0.0', Accept: 'application/json' };
const ofBytes = { ...protocol, 'Content-Type': 'application/offset+octet-stream' };

/** The service does not take it; its answer says why. */
export class Refused extends Error {
  /** @param {Answer} answer */
  constructor(answer) {
    super(answer.text);
    this.answer = answer;
  }
}

/** A file that the system does not give any more. */
export class Unreadable extends Error {}

/**
 * What all requests of an upload have in common.
 * @typedef {object} Way
 * @property {string} key of the upload
 * @property {AbortSignal} signal
 * @property {(answer: Answer | undefined) => void} waits
 * @property {(sent: Sent, bytes: number) => void} far how much of a file is there
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
async function checkReadable(file) {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new Unreadable(words('unreadable', { name: file.name }));
    });
}

/**
 * How much of it is there; undefined where it is not there at all.
 * @type {(id: string, way: Way) => Promise<number | undefined>}
 */
async function offsetOf(id, { signal, waits }) {
  const request = { method: 'HEAD', path: `/uploads/${id}`, headers: protocol, signal };
  const answer = await persistently(() => ask(request), { signal, waits });
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw new Refused(answer);
  return offsetIn(answer);
}

/**
 * A small file goes along at once.
 * @type {(sent: Sent, way: Way) => Promise<{ id: string, offset: number }>}
 */
async function create(sent, way) {
  const { path, file } = sent;
  const body = file.size <= pieceSize ? file : undefined;
  const answer = await persistently(
    () =>
      ask({
        method: 'POST',
        path: '/uploads',
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
  const id = (answer.header('Location') ?? '').replace('/uploads/', '');
  memory.remember(sent, id, way.key);
  return { id, offset: offsetIn(answer) };
}

/**
 * One piece, wherever it has to begin by now.
 * @type {(sent: Sent, at: { id: string, offset: number }, way: Way) => Promise<number | undefined>}
 * @returns how much is there then; undefined where the file has to begin anew
 */
async function piece(sent, { id, offset }, way) {
  /** @type {number | undefined} */
  let from = offset;
  const answer = await persistently(
    async (n) => {
      // What came of the try before is not known.
      if (n > 0) from = await offsetOf(id, way);
      if (from === undefined) return { status: 404, text: '', header: () => null };
      const begin = from;
      return ask({
        method: 'PATCH',
        path: `/uploads/${id}`,
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
 * Sends all that is not there yet.
 * @type {(files: readonly Sent[], way: Way) => Promise<string[]>}
 * @returns their ids, in this order
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

/** Nobody goes on with these. @type {(ids: readonly string[]) => Promise<void>} */
export async function takeBack(ids) {
  const { signal } = new AbortController();
  for (const id of ids)
    await ask({ method: 'DELETE', path: `/uploads/${id}`, headers: protocol, signal }).catch(() => undefined);
}
