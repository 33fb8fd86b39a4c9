/**
 * The files in which a backup keeps papers (docs/backup.md): one JSON value per line, so that a damaged line loses one
 * record. They do not depend on the database that holds the papers. Pure.
 */
import * as z from 'zod/v4';
import { mendPaper } from '../ingest/mend-paper.js';
import { keptSearchFields, time, type KeptSearchRecord } from '../kept-search.js';
import { longest } from '../ingest/limits.js';
import type { SavedCopy } from '../sql/results.js';
import type { Paper } from '../types.js';
import type { VectorRecord } from '../vectors/types.js';

export const fileNames = {
  papers: 'papers/papers.jsonl',
  saved: 'papers/saved.jsonl',
  vectors: 'papers/vectors.jsonl',
  searches: 'papers/searches.jsonl',
} as const;
export type Kind = keyof typeof fileNames;

export interface KeptVector {
  record: VectorRecord;
  /** `recordHash` of the paper when it was embedded; null if the paper database does not know the vector. */
  hash: string | null;
  /** Null: unknown. */
  model: string | null;
}

/** The records of each file. */
export interface Kept {
  papers: Paper;
  saved: SavedCopy;
  vectors: KeptVector;
  searches: KeptSearchRecord;
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

export const searchLine = (search: KeptSearchRecord): string => line(keptSearchFields.parse(search));

export const paperLine = (paper: Paper): string => line(paper);

export const savedLine = ({ paper, note, savedAt, readAt, lists }: SavedCopy): string =>
  line({
    ...{ paper, note, saved_at: savedAt, read_at: readAt },
    lists: lists.map(({ list, decision, decidedAt }) => ({ list, decision, decided_at: decidedAt })),
  });

/** The numbers are 32-bit floats, little-endian, in base64. */
export function vectorLine({ record: { id, document, metadata, embedding }, hash, model }: KeptVector): string {
  const bytes = Buffer.alloc(embedding.length * 4);
  for (let at = 0; at < embedding.length; at++) bytes.writeFloatLE(embedding[at] ?? 0, at * 4);
  return line({ id, hash, model, document, metadata, embedding: bytes.toString('base64') });
}

/** The longest note that the pages accept has 10,000 characters. */
const longestNote = 100_000;
/** PostgreSQL refuses a text with it, and then all records of the file. */
const withoutNull = /^[^\0]*$/;
const savedFields = z.object({
  paper: z.unknown(),
  note: z.string().max(longestNote).regex(withoutNull),
  saved_at: time,
  // Backups of former versions do not have them.
  read_at: time.nullable().default(null),
  lists: z
    .array(
      z.object({
        // The pages accept 300 characters. PostgreSQL cannot index much more.
        list: z.string().min(1).max(600).regex(withoutNull),
        decision: z.enum(['yes', 'no', 'maybe']).nullable(),
        decided_at: time.nullable(),
      }),
    )
    .max(1000)
    .default([]),
});
const vectorFields = z.object({
  id: z.string().min(1).max(longest.uid),
  hash: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .nullable(),
  model: z.string().max(500).nullable(),
  document: z.string(),
  metadata: z.record(z.string(), z.string()),
  embedding: z.base64(),
});

/** Each returns undefined for a value that is not such a record. */
export const readers: { readonly [K in Kind]: (value: unknown) => Kept[K] | undefined } = {
  papers: readPaper,
  searches: (value) => keptSearchFields.safeParse(value).data,
  saved(value) {
    const { data } = savedFields.safeParse(value);
    const paper = data && readPaper(data.paper);
    if (data === undefined || paper === undefined) return undefined;
    const lists = new Map(
      data.lists.map(({ list, decision, decided_at: decidedAt }) => [list, { list, decision, decidedAt }]),
    );
    return { paper, note: data.note, savedAt: data.saved_at, readAt: data.read_at, lists: [...lists.values()] };
  },
  vectors(value) {
    const { data } = vectorFields.safeParse(value);
    if (data === undefined) return undefined;
    const { id, hash, model, document, metadata } = data;
    const embedding = floatsIn(Buffer.from(data.embedding, 'base64'));
    return embedding && { record: { id, document, metadata, embedding }, hash, model };
  },
};

function readPaper(value: unknown): Paper | undefined {
  const read = mendPaper(value);
  return 'paper' in read ? read.paper : undefined;
}

function floatsIn(bytes: Buffer): Float32Array | undefined {
  if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined;
  const floats = Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
  return floats.every(Number.isFinite) && floats.some((value) => value !== 0) ? floats : undefined;
}
