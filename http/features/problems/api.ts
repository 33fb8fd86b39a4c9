/** Describes the routes of problems. */
import * as z from 'zod/v4';
import { page, part, success } from '../../operations/answers.js';
import { get } from '../../operations/operation.js';
import { problemAction, problemKinds, type Problem } from '../../resources/status/problem.js';

const problem = z
  .object({
    kind: z.enum(problemKinds),
    what: z.string().describe('The affected thing: a title, a file below the inbox, a pen.'),
    reason: z.string().describe("What is wrong, in the reader's language."),
    advice: z.string().describe('What a person can do about it.'),
    path: z.string().describe('Path of the page that shows the thing.'),
    oid: z.int().nullable().describe('The affected album.'),
    pen: z.string().nullable().describe('Id of the affected pen.'),
    actions: z.array(problemAction).describe('Actions that may help.'),
  } satisfies { [Name in keyof Problem]-?: z.ZodType })
  .meta({ id: 'Problem' });

export const operations = [
  get('/problems', {
    id: 'listProblems',
    tag: 'Service',
    summary: 'The current problems, with advice and actions',
    about: 'JSON has all problems, the page 100. The event `problems.changed` reports that the list has changed.',
    answers: page(z.object({ success, problems: z.array(problem) })),
  }),
  get('/problems/short', {
    id: 'showProblems',
    tag: 'Service',
    summary: 'The first problems, as a part of the start page',
    answers: part,
  }),
];
