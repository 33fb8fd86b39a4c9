/** The schemas of papers in responses. The types of the service follow from some of them. */
import * as z from 'zod/v4';
import type { Paper } from '../../../workers/papers/types.js';
import type { ImportReport } from '../../../workers/papers/ingest/import-papers.js';

const text = z.string().optional();

/** The fields of a single paper. */
export const paperFields = {
  uid: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  abstract: z.string(),
  session: z.string(),
  poster_position: z.string(),
  year: z.int(),
  conference: z.string(),
  original_id: z.union([z.number(), z.string()]).optional(),
  keywords: z.array(z.string()).optional(),
  decision: text,
  award: text,
  paper_pdf_url: text,
  poster_image_url: text,
  url: text,
  room_name: text,
  starttime: text,
  endtime: text,
  doi: text,
  links: text.describe('Further addresses, each with a label: `code https://…; video https://…`.'),
} satisfies { [Name in keyof Paper]-?: z.ZodType<Paper[Name]> };

export const paperAnswer = z
  .object({
    ...paperFields,
    // Missing for a search by fields only.
    distance: z.number().nullish().describe('Euclidean distance; null if the paper is not among the nearest.'),
    similarity: z.number().nullish().describe('max(0, 1 − distance).'),
    found_by: z.array(z.enum(['author', 'words', 'meaning', 'fields'])).describe('Why the paper was found.'),
    words: z.array(z.string()).describe('The words of the query that the paper contains, in its own spelling.'),
  })
  .meta({ id: 'Paper' });

export const searchAnswer = z.object({
  papers: z.array(paperAnswer),
  by: z.enum(['words and meaning', 'words', 'fields']),
  why: z.string().nullable().describe('Why the search used words only.'),
  is_whole: z.boolean().describe('False while the word index of older papers is being built.'),
});

export const recordAnswer = paperAnswer
  .omit({ distance: true, similarity: true, found_by: true, words: true })
  .meta({ id: 'PaperRecord' });

export const likeAnswer = z.object({
  paper: recordAnswer.describe('The paper that was asked about; `papers` does not include it.'),
  papers: z.array(paperAnswer),
  by: z.enum(['meaning', 'words']),
  why: z.string().nullable().describe('Why the search used words.'),
  is_whole: searchAnswer.shape.is_whole,
});

const yearCounts = z.array(z.object({ year: z.int(), papers: z.int() })).describe('Oldest first.');

export const countsAnswer = z.object({
  papers: z.int(),
  years: yearCounts,
  conferences: z.array(z.object({ conference: z.string(), papers: z.int(), years: yearCounts })),
  is_whole: searchAnswer.shape.is_whole,
});

export const serverTest = z.object({
  address: z.string(),
  model: z.string(),
  models: z.array(z.string()).describe('As the server lists them.'),
  dimension: z.int().nullable(),
  milliseconds: z.int().nullable().describe('For one text.'),
  batch: z.int().describe('Texts in a full batch.'),
  accepts_batch: z.boolean().nullable().describe('Whether the server accepts a full batch of short texts.'),
  problem: z.string().nullable().describe('Why the server sends no vectors.'),
});

export const serverAnswer = {
  test: serverTest.optional(),
  found: z
    .array(z.object({ name: z.string(), address: z.string(), models: z.array(z.string()) }))
    .optional()
    .describe('Embedding servers on this computer.'),
};

export const importReport = z.object({
  import_id: z.int().describe('The number with which `POST /papers/undo` undoes the import.'),
  read: z.int(),
  added: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  recognized: z
    .int()
    .describe('Of those updated and unchanged: stored papers of another source, recognized by identifier or title.'),
  rejected: z.array(z.object({ line: z.int(), reason: z.string() })),
  rejected_count: z.int(),
  rejected_kinds: z
    .array(z.object({ reason: z.string(), count: z.int(), lines: z.array(z.int()) }))
    .describe('Grouped by reason, each with its first lines.'),
  mended: z.array(z.object({ line: z.int(), what: z.string() })),
  mended_counts: z.record(z.string(), z.int()),
  shapes: z.record(z.string(), z.int()).describe('Number of records by format.'),
  taken: z
    .array(
      z.object({
        field: z.enum(['conference', 'year']),
        by: z.enum(['given', 'name', 'record', 'type']),
        from: z.string(),
        value: z.string().nullable(),
        count: z.int(),
      }),
    )
    .describe('The source of conference and year, if the records do not have these fields.'),
  unknown_keys: z.array(z.string()).describe('Keys that are not stored.'),
} satisfies { [Name in keyof ImportReport]-?: z.ZodType<ImportReport[Name]> });
