/** What a document says of the steps of a first run. */
import * as z from 'zod';
import { outcome, page, part, success } from '../../openapi/answers.js';
import { get, post } from '../../openapi/operation.js';
import { skipSchema, stepQuery, stepSchema } from './input.js';
import { steps, type FirstRunState } from './service.js';

const state = {
  due: z.boolean().describe('The start page shows them.'),
  step: z.enum(steps).describe('The one to be done next.'),
} satisfies { [Name in keyof FirstRunState]: z.ZodType<FirstRunState[Name]> };

const actionOf = <Name extends string>(name: Name) => z.object({ action: z.enum([name]) });

export const operations = [
  get('/first-run', {
    id: 'showFirstRun',
    tag: 'Service',
    summary: 'The steps of a first run: music, paper, pen',
    about: '`step` is the one that the page shows; without it, or where it is none, the next.',
    query: stepQuery,
    others: 'ignored',
    answers: page(z.object({ success, ...state, steps: z.array(z.enum(steps)) })),
    example: { step: 'paper' },
  }),
  get('/first-run/part', {
    id: 'showFirstRunPart',
    tag: 'Service',
    summary: 'The steps as a part of the start page; empty where they are not due',
    answers: part,
  }),
  post('/first-run', {
    id: 'goOnWithFirstRun',
    tag: 'Service',
    summary: 'Does a step, or skips all of them',
    about:
      '`printer` is a resolution and a size of dots in one (`1200-2`). `pen_language` and `pen_auto_sync` are ' +
      'settings. Of the albums in `shown` those in `albums` go onto every pen, the others onto none. `at` says where ' +
      'a browser is led: `start` to the start page, `page` to the next step.',
    body: {
      forms: {
        next: {
          summary: 'Keeps what the step takes, and goes on.',
          fields: actionOf('next').extend(stepSchema.shape),
          example: { action: 'next', step: 'paper', printer: '1200-2' },
        },
        skip: {
          summary: 'They are not due any more.',
          fields: actionOf('skip').extend(skipSchema.shape),
          example: { action: 'skip' },
        },
      },
    },
    answers: outcome(z.object({ success, action: z.enum(['next', 'skip']), ...state })),
    codes: ['unknown_action', 'album_not_found', 'locked', 'library_unavailable', 'no_space'],
  }),
];
