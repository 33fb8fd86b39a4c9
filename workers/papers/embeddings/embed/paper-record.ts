/** Converts a paper to the text that is embedded and to the stored record. */
import { documentOf } from '../../document.js';
import { metadataOf } from '../../metadata.js';
import type { PaperInput, PaperLike } from '../../types.js';
import { paperUid, type PaperName } from '../../uid.js';
import type { Metadata } from '../../vectors/types.js';
import { must } from '../../../base/input/schema.js';
import { EmbeddingsError } from '../../embedding-api/errors.js';
import { checked, checkedId, object } from '../arguments.js';
import type { PaperRef } from '../records/record-of.js';

export interface PaperText {
  /** The record's id: `uid`, else `id`, else computed (docs/decisions/embeddings.md, "Text and metadata"). */
  id: string;
  /** The id of its record, if that is another one. */
  recordId?: string;
  /** The text to embed; "" if the paper has none. */
  text: string;
  metadata: Metadata;
  /** Set if the model accepted only the beginning of the text: its length in UTF-16 code units. */
  embeddedCharacters?: number;
}

/** @throws EmbeddingsError if the value is not a paper or has no id */
export function paperText(paper: PaperLike): PaperText {
  const { id } = refOf(paper);
  const fields = paper as PaperInput;
  const metadata = metadataOf(fields);
  return {
    id,
    text: documentOf(fields),
    metadata: { ...metadata, uid: metadata['uid'] || (computedUid(fields) ?? id) },
  };
}

/** @throws EmbeddingsError if the value is not a paper or has no id */
export function refOf(given: PaperLike): PaperRef {
  const paper = checkedPaper(given);
  const own = ownId(paper);
  if (own !== undefined) return { id: checkedId(own), isUid: own === paper['uid'] };
  const computed = computedUid(paper);
  if (computed === undefined)
    throw new EmbeddingsError('The paper needs a uid, an id, or a title with conference and year.');
  return { id: computed, isUid: true };
}

/** Returns the uid that the paper database gives to the paper, or undefined if a part of it is missing. */
function computedUid({ title, original_id, conference, year }: PaperInput): string | undefined {
  if (typeof title !== 'string' || title === '' || typeof conference !== 'string' || !/^\d{4}$/.test(String(year)))
    return undefined;
  return paperUid({ title, original_id, conference, year } as PaperName);
}

export function nothingToEmbed(id: string): string {
  return `The paper "${id}" has no title and no abstract, so it has no text to embed.`;
}

/** @throws EmbeddingsError that names the paper if it has no text */
export function embeddingText(given: PaperLike): string {
  const paper = checkedPaper(given);
  const text = documentOf(paper);
  if (text === '')
    throw new EmbeddingsError(nothingToEmbed(ownId(paper) === undefined ? 'without uid' : checkedId(ownId(paper))));
  return text;
}

const ownId = (paper: PaperInput): unknown =>
  [paper['uid'], paper['id']].find((id) => id !== undefined && id !== null && id !== '');

const paperObject = must('an object such as {"title": …, "abstract": …}', object);

const checkedPaper = (paper: unknown): PaperInput => checked('A paper', paperObject, paper);
