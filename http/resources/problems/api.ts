/** What a document says of what is not as it should be. */
import * as z from 'zod';
import { page, part, success } from '../../openapi/answers.js';
import { get } from '../../openapi/operation.js';
import { problemKinds, type Problem, type ProblemAction } from './service.js';

const action = z.object({
  name: z.enum(['create_gme', 'delete_from_pen', 'sync', 'embed']),
  path: z.string().describe('Where it is sent, by POST.'),
  fields: z.record(z.string(), z.string()),
} satisfies { [Name in keyof ProblemAction]: z.ZodType<ProblemAction[Name]> });

const problem = z
  .object({
    kind: z.enum(problemKinds),
    what: z.string().describe('The thing by its name: a title, a file below the inbox, a pen.'),
    reason: z.string().describe("What is wrong, in the reader's language."),
    advice: z.string().describe('What a person can do about it.'),
    path: z.string().describe('Of the page that shows the thing.'),
    oid: z.int().nullable().describe('Of the album that it concerns.'),
    pen: z.string().nullable().describe('Id of the pen that it concerns.'),
    actions: z.array(action).describe('What may help.'),
  } satisfies { [Name in keyof Problem]-?: z.ZodType })
  .meta({ id: 'Problem' });

export const operations = [
  get('/problems', {
    id: 'listProblems',
    tag: 'Service',
    summary: 'What is not as it should be, and what can be done about it',
    about: 'JSON has all of them, the page 100. The event `problems.changed` says that there are others.',
    answers: page(z.object({ success, problems: z.array(problem) })),
  }),
  get('/problems/short', {
    id: 'showProblems',
    tag: 'Service',
    summary: 'The first of them, as a part of the start page',
    answers: part,
  }),
];
