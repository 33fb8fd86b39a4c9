/** Thread script of `read-slice.ts`. */
import { serveThread, type ServedCall } from '../../../base/async/serve-thread.js';
import { parseJson } from '../../../base/input/json.js';
import type { PaperLike } from '../../types.js';
import { checked, checkedId, checkedVector, text } from '../arguments.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';
import { anObject, checkedLists, modelOf } from './import-slice.js';
import type { ImportedEmbeddings } from './slices.js';
import { giveWay } from '../../../base/async/give-way.js';

giveWay();

export interface Records {
  ids: string[];
  documents: string[];
  metadatas: PaperLike[];
  embeddings: Float32Array[];
}

/** Characters of text per report, and records. */
const textAtOnce = 256 * 1024;
const recordsAtOnce = 50;
/** The most characters of a document with its metadata. */
const longestRecord = 1024 * 1024;

const parts: Uint8Array[] = [];

/** Returns the next records, from one position on. */
function some({ ids, documents, metadatas, embeddings }: ImportedEmbeddings, from: number): Records {
  const some: Records = { ids: [], documents: [], metadatas: [], embeddings: [] };
  let length = 0;
  for (let at = from; at < ids.length && length < textAtOnce && some.ids.length < recordsAtOnce; at++) {
    const id = checkedId(ids[at]);
    const document = checked(`The document of "${id}"`, text, documents[at]);
    const metadata = checked(`The metadata of "${id}"`, anObject, metadatas[at]);
    const own = id.length + document.length + JSON.stringify(metadata).length;
    if (own > longestRecord) throw new EmbeddingsError(`A record is longer than ${longestRecord} characters.`);
    length += own;
    some.ids.push(id);
    some.documents.push(document);
    some.metadatas.push(metadata);
    some.embeddings.push(checkedVector(`The embedding of "${id}"`, embeddings[at], null));
  }
  return some;
}

const handlers = {
  /** Adds a part of the bytes. */
  add: (part: Uint8Array): void => void parts.push(part),
  /** Parses all parts, and reports some records at a time. @returns the model */
  async read(_task: undefined, { report }: ServedCall<Records>): Promise<string | null> {
    const whole = Buffer.concat(parts.splice(0)).toString();
    const slice = checkedLists(parseJson(whole) as ImportedEmbeddings);
    for (let at = 0; at < slice.ids.length;) {
      const records = some(slice, at);
      at += records.ids.length;
      await report(
        records,
        records.embeddings.map(({ buffer }) => buffer as ArrayBuffer),
      );
    }
    return modelOf(slice);
  },
};
export type SliceThread = typeof handlers;
serveThread(handlers);
