/* Sends one upload: a small one in one request, a large one in chunks. The responses are the same. */
import { base } from '../base.js';
import { ask, factsIn, persistently } from './upload-request.js';
import { checkReadable, Refused, sendFiles } from './upload-pieces.js';
import { recall } from './upload-memory.js';
import { sizeOf } from './upload-sort.js';

/** @import { Way } from './upload-pieces.js' */
/** @import { Answer } from './upload-request.js' */
/** @import { Sent, Upload } from './upload-sort.js' */

/** Bytes above which an upload is sent in chunks, so that it can be resumed. Below that, one request is faster. */
const worthPieces = 16 * 1024 ** 2;

/** @type {(upload: Upload) => Sent[]} */
export const allOf = ({ files, cover }) => (cover ? [...files, { path: '', file: cover }] : files);

/** @type {(upload: Upload) => boolean} */
export const isLarge = (upload) => sizeOf(allOf(upload)) > worthPieces;

const json = { Accept: 'application/json' };

/**
 * Sends everything in one body. The key allows a retry if the response was lost.
 * @type {(upload: Upload, way: Way) => Promise<Answer>}
 */
export async function sendWhole(upload, way) {
  const all = allOf(upload);
  /** Converts bytes of the body to progress of each file. @type {(bytes: number) => void} */
  const far = (bytes) => {
    let left = bytes;
    for (const one of all) {
      way.far(one, Math.max(0, Math.min(left, one.file.size)));
      left -= one.file.size;
    }
  };
  /** @type {Way} */
  const checked = {
    ...way,
    waits: (lost) => Promise.all(all.map(({ file }) => checkReadable(file))).then(() => way.waits(lost)),
  };
  const answer = await persistently(() => {
    const body = new FormData();
    for (const { path, file } of upload.files) body.append('files', file, path);
    if (upload.cover) body.append('cover', upload.cover, upload.cover.name);
    return ask({
      method: 'POST',
      path: `${base}/`,
      headers: { ...json, 'Idempotency-Key': way.key },
      body,
      // The body also contains the part headers.
      sent: (bytes, total) => far(bytes - Math.max(0, total - sizeOf(all))),
      signal: way.signal,
    });
  }, checked);
  if (answer.status !== 201) throw new Refused(answer);
  return answer;
}

/** @type {(upload: Upload, way: Way) => Promise<Answer>} */
export async function sendInPieces(upload, way) {
  const all = allOf(upload);
  // If all files are known, perhaps only the response was lost.
  const known = all.map((one) => recall(one)?.id);
  if (known.every((id) => id !== undefined)) {
    const answer = await name(upload, known, way);
    if (answer.status === 201) return answer;
  }
  for (;;) {
    const answer = await name(upload, await sendFiles(all, way), way);
    if (answer.status === 201) return answer;
    if (!isIncomplete(answer)) throw new Refused(answer);
  }
}

/**
 * Whether a file has expired meanwhile, or is not complete. Then only what is missing is sent again.
 * @type {(answer: Answer) => boolean}
 */
function isIncomplete({ text }) {
  const facts = /** @type {{ error?: { code: string } } | undefined} */ (factsIn(text));
  return ['not_found', 'conflict'].includes(facts?.error?.code ?? '');
}

/**
 * Creates the albums from the uploaded files.
 * @type {(upload: Upload, ids: readonly string[], way: Way) => Promise<Answer>}
 */
function name(upload, ids, { signal, waits, far }) {
  const { files, cover } = upload;
  const uploads = files.map(({ path }, n) => ({ id: ids[n], path }));
  const body = JSON.stringify({ uploads, ...(cover ? { cover: ids[files.length] } : {}) });
  const headers = { ...json, 'Content-Type': 'application/json' };
  return persistently(
    () => {
      for (const one of allOf(upload)) far(one, one.file.size);
      return ask({ method: 'POST', path: `${base}/`, headers, body, signal });
    },
    { signal, waits },
  );
}
