/**
 * Thread script of `read-slice.ts`. Receives the bytes in parts, then `next` for each answer: some records, the end, or
 * an error.
 */
import { parentPort } from 'node:worker_threads';
import { parseJson } from '../../../base/input/json.js';
import { messageOf } from '../../../base/errors.js';
import type { PaperLike } from '../../types.js';
import { checked, checkedId, checkedVector, text } from '../arguments.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';
import { anObject, checkedLists, modelOf } from './import-slice.js';
import type { ImportedEmbeddings } from './slices.js';
import { giveWay } from '../../../base/async/give-way.js';

giveWay();

interface Records {
  kind: 'records';
  ids: string[];
  documents: string[];
  metadatas: PaperLike[];
  embeddings: Float32Array[];
}

export type SliceAnswer =
  | Records
  | { kind: 'end'; model: string | null }
  | { kind: 'no json'; message: string }
  | { kind: 'refused'; message: string };

/** Characters of text per answer, and records. */
const textAtOnce = 256 * 1024;
const recordsAtOnce = 50;
/** The most characters of a document with its metadata. */
const longestRecord = 1024 * 1024;

const parts: Uint8Array[] = [];
let slice: ImportedEmbeddings | undefined;
let at = 0;

function read(): ImportedEmbeddings {
  const whole = Buffer.concat(parts.splice(0)).toString();
  return checkedLists(parseJson(whole) as ImportedEmbeddings);
}

function some({ ids, documents, metadatas, embeddings, ...more }: ImportedEmbeddings): SliceAnswer {
  if (at >= ids.length) return { kind: 'end', model: modelOf(more) };
  const answer: Records = { kind: 'records', ids: [], documents: [], metadatas: [], embeddings: [] };
  for (let length = 0; at < ids.length && length < textAtOnce && answer.ids.length < recordsAtOnce; at++) {
    const id = checkedId(ids[at]);
    const document = checked(`The document of "${id}"`, text, documents[at]);
    const metadata = checked(`The metadata of "${id}"`, anObject, metadatas[at]);
    const own = id.length + document.length + JSON.stringify(metadata).length;
    if (own > longestRecord) throw new EmbeddingsError(`A record is longer than ${longestRecord} characters.`);
    length += own;
    answer.ids.push(id);
    answer.documents.push(document);
    answer.metadatas.push(metadata);
    answer.embeddings.push(checkedVector(`The embedding of "${id}"`, embeddings[at], null));
  }
  return answer;
}

function next(): SliceAnswer {
  try {
    slice ??= read();
    return some(slice);
  } catch (thrown) {
    return { kind: thrown instanceof EmbeddingsError ? 'refused' : 'no json', message: messageOf(thrown) };
  }
}

parentPort?.on('message', (message: Uint8Array | 'next') => {
  if (message !== 'next') return void parts.push(message);
  const answer = next();
  const given = answer.kind === 'records' ? answer.embeddings.map(({ buffer }) => buffer as ArrayBuffer) : [];
  parentPort?.postMessage(answer, given);
});
