/** Describes the routes of the first-run steps. */
import * as z from 'zod/v4';
import { outcome, page, part, success } from '../../operations/answers.js';
import { get, post } from '../../operations/operation.js';
import { skipSchema, stepQuery, stepSchema } from './input.js';
import { firstRunState, steps } from './service.js';

const actionOf = <Name extends string>(name: Name) => z.object({ action: z.enum([name]) });

export const operations = [
  get('/first-run', {
    id: 'showFirstRun',
    tag: 'Service',
    summary: 'The steps of a first run: music, paper, pen',
    about: '`step` is the step to show. If it is missing or invalid, the next step is shown.',
    query: stepQuery,
    others: 'ignored',
    answers: page(z.object({ success, ...firstRunState.shape, steps: z.array(z.enum(steps)) })),
    example: { step: 'paper' },
  }),
  get('/first-run/part', {
    id: 'showFirstRunPart',
    tag: 'Service',
    summary: 'The steps as a part of the start page; empty if they are not due',
    answers: part,
  }),
  post('/first-run', {
    id: 'goOnWithFirstRun',
    tag: 'Service',
    summary: 'Complete a step, or skip all steps',
    about:
      '`printer` combines resolution and dot size (`1200-2`). `pen_language` and `pen_auto_sync` are ' +
      'settings. The albums in `albums` are copied to every pen, the others in `shown` to none. `at` says where ' +
      'a browser is redirected: `start` to the start page, `page` to the next step.',
    body: {
      forms: {
        next: {
          summary: 'Save the fields of the step and continue.',
          fields: actionOf('next').extend(stepSchema.shape),
          example: { action: 'next', step: 'paper', printer: '1200-2' },
        },
        skip: {
          summary: 'Skip all steps.',
          fields: actionOf('skip').extend(skipSchema.shape),
          example: { action: 'skip' },
        },
      },
    },
    answers: outcome(z.object({ success, action: z.enum(['next', 'skip']), ...firstRunState.shape })),
    codes: ['unknown_action', 'album_not_found', 'locked', 'library_unavailable', 'no_space'],
  }),
];
