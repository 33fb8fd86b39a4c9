/* One upload as it is sent: a small one in one request, a large one in pieces. Both come to the same answer. */
import { ask, persistently } from './upload-request.js';
import { Refused, sendFiles } from './upload-pieces.js';
import { recall } from './upload-memory.js';
import { sizeOf } from './upload-sort.js';

/** @import { Way } from './upload-pieces.js' */
/** @import { Answer } from './upload-request.js' */
/** @import { Sent, Upload } from './upload-sort.js' */

/** Bytes from which what is there is worth keeping over an interruption; below it one request is quicker. */
const worthPieces = 16 * 1024 ** 2;

/** @type {(upload: Upload) => Sent[]} */
export const allOf = ({ files, cover }) => (cover ? [...files, { path: '', file: cover }] : files);

/** @type {(upload: Upload) => boolean} */
export const isLarge = (upload) => sizeOf(allOf(upload)) > worthPieces;

const json = { Accept: 'application/json' };

/**
 * In one body; the key lets it be sent again where the answer was lost.
 * @type {(upload: Upload, way: Way) => Promise<Answer>}
 */
export async function sendWhole(upload, way) {
  const all = allOf(upload);
  /** How much of each file is among so many bytes of the body. @type {(bytes: number) => void} */
  const far = (bytes) => {
    let left = bytes;
    for (const one of all) {
      way.far(one, Math.max(0, Math.min(left, one.file.size)));
      left -= one.file.size;
    }
  };
  const answer = await persistently(() => {
    const body = new FormData();
    for (const { path, file } of upload.files) body.append('files', file, path);
    if (upload.cover) body.append('cover', upload.cover, upload.cover.name);
    return ask({
      method: 'POST',
      path: '/',
      headers: { ...json, 'Idempotency-Key': way.key },
      body,
      // Beside the files there are some heads.
      sent: (bytes, total) => far(bytes - Math.max(0, total - sizeOf(all))),
      signal: way.signal,
    });
  }, way);
  if (answer.status !== 201) throw new Refused(answer);
  return answer;
}

/** @type {(upload: Upload, way: Way) => Promise<Answer>} */
export async function sendInPieces(upload, way) {
  const all = allOf(upload);
  // All may have been there, and only the answer was lost.
  const known = all.map((one) => recall(one)?.id);
  if (known.every((id) => id !== undefined)) {
    const answer = await name(upload, known, way);
    if (answer.status === 201) return answer;
  }
  for (;;) {
    const answer = await name(upload, await sendFiles(all, way), way);
    if (answer.status === 201) return answer;
    // One has expired meanwhile, or the library is another one by now: what is missing is sent again.
    if (answer.status !== 404 && answer.status !== 409) throw new Refused(answer);
  }
}

/**
 * Says what the pieces are.
 * @type {(upload: Upload, ids: readonly string[], way: Way) => Promise<Answer>}
 */
function name({ files, cover }, ids, { signal, waits }) {
  const uploads = files.map(({ path }, n) => ({ id: ids[n], path }));
  const body = JSON.stringify({ uploads, ...(cover ? { cover: ids[files.length] } : {}) });
  const headers = { ...json, 'Content-Type': 'application/json' };
  return persistently(() => ask({ method: 'POST', path: '/', headers, body, signal }), { signal, waits });
}
