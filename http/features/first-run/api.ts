/** Describes the routes of the first-run steps. */
import * as z from 'zod/v4';
import { actions, steps, type Action } from './progress.js';
import { outcome, page, part, success } from '../../operations/answers.js';
import { actionForm, get, post, type Form } from '../../operations/operation.js';
import { schemas, stepQuery } from './input.js';
import { firstRunState } from './service.js';

const form = (name: Action, summary: string, example?: Form['example']): Form =>
  actionForm(name, summary, schemas[name], example);

export const operations = [
  get('/first-run', {
    id: 'showFirstRun',
    tag: 'Service',
    summary: 'The steps of a first run: music, pen, paper, and whether the sheet answers',
    about:
      '`step` is the step to show. If it is missing or invalid, the page shows the next step, or after the end ' +
      'where to go next.',
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
    summary: 'Complete, skip or postpone a step, or say whether the sheet answered',
    about:
      '`pen_language` and `pen_auto_sync` are settings. The albums in `albums` are copied to every pen, the others ' +
      'in `shown` to none. `printer` combines resolution and dot size (`1200-2`). `at` says where a browser is ' +
      'redirected: `start` to the start page, `page` to the next step. `step` matters for `next` and `skip`.',
    body: {
      forms: {
        next: form('next', 'Save the fields of a step and continue.', { step: 'pen', pen_language: 'GERMAN' }),
        skip: form('skip', 'Skip a step. Skipping the last one ends the first run.', { step: 'paper' }),
        later: form('later', 'Hide the steps on the start page until someone continues.'),
        yes: form('yes', 'The sheet has answered. This ends the first run.'),
        no: form('no', 'The sheet is silent: show the likely reasons.'),
        test_sheet: form(
          'test_sheet',
          'Copy the file of the test sheet to the pens until `row`, `yes`, `later` or the end. A browser is ' +
            'redirected to the PDF.',
        ),
        row: form('row', 'Save the setting of the row that played.', { printer: '1200-2' }),
      },
    },
    answers: outcome(z.object({ success, action: z.enum(actions), ...firstRunState.shape })),
    codes: ['unknown_action', 'album_not_found', 'locked', 'library_unavailable', 'no_space'],
  }),
];
