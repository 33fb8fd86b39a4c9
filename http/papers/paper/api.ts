/** Describes the route of the page of a paper. */
import * as z from 'zod/v4';
import { page, success } from '../../operations/answers.js';
import { get } from '../../operations/operation.js';
import { likeAnswer, recordAnswer } from '../papers/answers.js';
import { recordSchema } from '../papers/like/input.js';
import type { PaperCitations } from '../papers/service.js';
import { savedPaper } from '../saved/service.js';

const citations = z.object({
  bibtex: z.string(),
  ris: z.string(),
  csl: z.string().describe('CSL-JSON: a list with one item.'),
} satisfies { [Name in keyof PaperCitations]-?: z.ZodType<PaperCitations[Name]> });

export const operations = [
  get('/papers/paper', {
    id: 'getPaper',
    tag: 'Papers',
    summary: 'One paper, with citations and the five most similar papers',
    about: 'The citations are as in an export, without a note. `like` is empty if similar papers cannot be searched.',
    query: recordSchema,
    others: 'refused',
    answers: page(
      z.object({
        ...{ success, paper: recordAnswer, citations, like: likeAnswer.shape.papers },
        saved: savedPaper.nullable().describe('Its note, lists and mark as read; null if it is not saved.'),
      }),
    ),
    codes: ['not_found', 'papers_unavailable', 'not_now'],
    example: { uid: 'a' },
  }),
];
