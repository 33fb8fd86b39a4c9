/** Describes the routes for one paper, similar papers, and the number of papers. */
import * as z from 'zod/v4';
import { page, success } from '../../../operations/answers.js';
import { get } from '../../../operations/operation.js';
import { countsAnswer, likeAnswer, recordAnswer } from '../answers.js';
import { checkAnswer } from '../state-answers.js';
import { countSchema, likeSchema, recordSchema } from './input.js';

const lists = { conferences: z.array(z.string()), years: z.array(z.int()), sessions: z.array(z.string()) };
const saved = z.array(z.string()).describe('The uids of the papers in this response that are saved.');
const json = (schema: z.ZodType) => ({ 200: { description: 'As JSON.', content: { 'application/json': schema } } });

export const likeOperations = [
  get('/papers/like', {
    id: 'papersLike',
    tag: 'Papers',
    summary: 'Papers similar to one paper',
    about:
      'The nearest papers by its vector, without the paper itself. The embedding API is not used. If it has no ' +
      'vector, words are compared: with 300 to 50,000 papers the words of all papers, as soon as they are prepared ' +
      'in the background, otherwise those of its own title and abstract. `why` says why there is no vector.',
    query: likeSchema,
    answers: page(
      z.object({ success, query: z.object({ uid: z.string(), limit: z.int(), ...lists }), ...likeAnswer.shape, saved }),
    ),
    codes: ['not_found', 'papers_unavailable', 'not_now'],
    example: { uid: 'a', limit: 5 },
  }),
  get('/papers/record', {
    id: 'paperRecord',
    tag: 'Papers',
    summary: 'All data of one paper',
    query: recordSchema,
    answers: json(z.object({ success, paper: recordAnswer })),
    codes: ['not_found', 'papers_unavailable'],
    example: { uid: 'a' },
  }),
  get('/papers/counts', {
    id: 'countPapers',
    tag: 'Papers',
    summary: 'The number of papers by conference and year',
    about: '`q` is as in a search, but only papers with each of its words count. Without it, all papers count.',
    query: countSchema,
    answers: json(z.object({ success, query: z.object({ q: z.string(), ...lists }), ...countsAnswer.shape })),
    codes: ['papers_unavailable', 'not_now'],
    example: { q: 'ink' },
  }),
  get('/papers/check', {
    id: 'checkPapers',
    tag: 'Papers',
    summary: 'Check the paper database, its index and the vectors',
    about:
      'Reads the whole file of an SQLite database, so it may take minutes with very many papers. Changes no paper. ' +
      '`tonstift papers repair` repairs what it finds.',
    answers: json(z.object({ success, ...checkAnswer.shape })),
    codes: ['papers_unavailable', 'not_now'],
  }),
];
