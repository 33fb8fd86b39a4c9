/** What a document says of one paper, more like it, and how many there are. */
import * as z from 'zod';
import { page, success } from '../../openapi/answers.js';
import { get } from '../../openapi/operation.js';
import { countsAnswer, likeAnswer, recordAnswer } from './answers.js';
import { countSchema, likeSchema, recordSchema } from './like-input.js';

const lists = { conferences: z.array(z.string()), years: z.array(z.int()), sessions: z.array(z.string()) };
const saved = z.array(z.string()).describe('The uids of those that are saved, of all that are named here.');
const json = (schema: z.ZodType) => ({ 200: { description: 'As JSON.', content: { 'application/json': schema } } });

export const likeOperations = [
  get('/papers/like', {
    id: 'papersLike',
    tag: 'Papers',
    summary: 'More like one paper',
    about:
      'The nearest by its own vector, without the paper itself; the embedding API is not asked. Where it has none, ' +
      'by the words of its title and abstract, and `why` says so.',
    query: likeSchema,
    answers: page(
      z.object({ success, query: z.object({ uid: z.string(), limit: z.int(), ...lists }), ...likeAnswer, saved }),
    ),
    codes: ['not_found', 'papers_unavailable', 'not_now'],
    example: { uid: 'a', limit: 5 },
  }),
  get('/papers/record', {
    id: 'paperRecord',
    tag: 'Papers',
    summary: 'All that is known of one paper',
    query: recordSchema,
    answers: json(z.object({ success, paper: recordAnswer })),
    codes: ['not_found', 'papers_unavailable'],
    example: { uid: 'a' },
  }),
  get('/papers/counts', {
    id: 'countPapers',
    tag: 'Papers',
    summary: 'How many papers there are, by conference and year',
    about: '`q` is as in a search, but a paper counts that has each of its words. Without it all count.',
    query: countSchema,
    answers: json(z.object({ success, query: z.object({ q: z.string(), ...lists }), ...countsAnswer })),
    codes: ['papers_unavailable', 'not_now'],
    example: { q: 'ink' },
  }),
];
