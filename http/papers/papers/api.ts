/** Describes the routes of papers. */
import * as z from 'zod/v4';
import { outcome, page, success } from '../../operations/answers.js';
import { form, get, post, type Other } from '../../operations/operation.js';
import { importReport, searchAnswer, serverAnswer } from './answers.js';
import { matchesAnswer, paperStatusAnswer } from './state-answers.js';
import { paperSorts } from './service.js';
import { likeOperations } from './like/api.js';
import { embedOrder, givenFields, givenQuery, paperFiles, searchSchema, serverOrder, slice } from './input.js';

const asked = z.object({
  q: z.string(),
  conferences: z.array(z.string()),
  years: z.array(z.int()),
  sessions: z.array(z.string()),
  limit: z.int(),
  distance: z.number(),
  sort: z.enum(paperSorts),
});

const { read, added, updated, unchanged, rejected_count } = importReport.shape;
const ofSeveral = z.object({
  ...{ success, read, added, updated, unchanged, rejected_count },
  files: z.array(importReport.extend({ filename: z.string() })),
});

const paper = { title: 'On pens', authors: ['Ada'], abstract: 'Ink.', year: 2020, conference: 'EMNLP' };
const lines: Other = { schema: 'text', example: `${JSON.stringify(paper)}\n` };
const bib = '@inproceedings{ada, title={On pens}, author={Lovelace, Ada}, booktitle={EMNLP}, year={2020}}';
const anyPapers = z.union([z.array(z.looseObject({})), z.looseObject({}).describe('One paper, or {"papers": […]}.')]);

/** The format of an export, which can be imported again. It is parsed as a stream; the paper service validates it. */
const vectors = z
  .object({
    ids: z.array(z.string()),
    documents: z.array(z.string()),
    metadatas: z.array(z.looseObject({})),
    model: z.string().optional(),
    embeddings: z.array(z.array(z.number())),
  })
  .describe('Lists of equal length.');

const ofSlice = {
  tag: 'Papers',
  query: slice,
  others: 'refused',
  example: { conference: 'EMNLP', year: 2020 },
} as const;

export const operations = [
  get('/papers', {
    id: 'searchPapers',
    tag: 'Papers',
    summary: 'Search for papers',
    about:
      '`q` is text, `field:"value"` filters, or both; without it there is no search. `distance` is the maximum ' +
      'distance of papers found only by meaning (Euclidean, 1.1 by default). Papers of a named author are listed ' +
      'first. If a search by meaning is not possible, only words are used, and `why` says why. `sort` other than ' +
      '`relevance` lists the papers that contain all of the words, and no others.',
    query: searchSchema,
    answers: page(
      z.object({
        success,
        status: paperStatusAnswer,
        query: asked,
        ...searchAnswer.shape,
        matches: matchesAnswer,
        saved: z.array(z.string()).describe('The uids of the found papers that are saved.'),
      }),
    ),
    codes: ['papers_unavailable', 'not_now'],
    example: { q: 'ink', limit: 5 },
  }),
  post('/papers', {
    id: 'importPapers',
    tag: 'Papers',
    summary: 'Import papers, as files or as the body itself',
    about:
      'Accepts the formats of the usual sources, read as a stream. The report names each record that was not ' +
      'imported. `conference` and `year` are defaults for records without these fields.',
    query: givenQuery,
    others: 'refused',
    body: {
      forms: { files: { fields: givenFields, files: paperFiles, example: { files: ['papers.json'], year: 2020 } } },
      others: {
        'application/json': { schema: anyPapers, example: [paper] },
        ...{ 'application/x-ndjson': lines, 'application/jsonl': lines, 'application/json-lines': lines },
        'application/x-bibtex': { schema: 'text', example: bib },
        'text/csv': { schema: 'text', example: 'title,authors,year,conference\nOn pens,Ada,2020,EMNLP\n' },
      },
    },
    answers: outcome(z.union([importReport.extend({ success }), ofSeveral])),
    codes: ['papers_unavailable', 'aborted', 'conflict', 'no_space'],
  }),
  ...likeOperations,
  post('/papers/embed', {
    id: 'embedPapers',
    tag: 'Papers',
    summary: 'Start embedding missing papers; with `all`, all papers again',
    about: 'Returns immediately. The event `papers.changed` reports the progress.',
    body: { ...form(embedOrder, { all: false }), optional: true },
    answers: outcome(z.object({ success, status: paperStatusAnswer })),
    codes: ['papers_unavailable', 'conflict'],
  }),
  post('/papers/server', {
    id: 'testEmbeddingServer',
    tag: 'Papers',
    summary: 'Test the embedding server; with `find`, look for servers on this computer',
    about:
      'A test sends at most three requests with the saved settings: the list of models, one text, and a full batch ' +
      'of short texts. `find` asks the usual ports of Ollama and LM Studio for their models, without the token.',
    body: { ...form(serverOrder, { find: false }), optional: true },
    answers: outcome(z.object({ success, ...serverAnswer })),
    codes: ['papers_unavailable', 'not_now'],
  }),
  get('/papers/embeddings', {
    ...ofSlice,
    id: 'exportEmbeddings',
    summary: 'The vectors of a conference and year',
    answers: {
      200: {
        description: 'A file.',
        content: { 'application/json': vectors },
        headers: ['Content-Disposition', 'Tonstift-Embeddings'],
      },
    },
    codes: ['papers_unavailable', 'not_now'],
  }),
  post('/papers/embeddings', {
    ...ofSlice,
    id: 'importEmbeddings',
    summary: 'Replaces the vectors of a conference and year, all or nothing',
    body: { forms: {}, others: { 'application/json': { schema: vectors, example: exportOf(paper) } } },
    answers: outcome(z.object({ success, imported: z.int() })),
    codes: ['papers_unavailable', 'conflict', 'not_now'],
  }),
];

function exportOf({ title, abstract, conference, year }: typeof paper): object {
  const metadata = { title, conference, year: String(year) };
  return { ids: ['a'], documents: [`${title}\n\n${abstract}`], metadatas: [metadata], embeddings: [[0.6, 0.8]] };
}
