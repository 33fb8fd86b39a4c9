/** Describes the routes of lists of saved papers and of their screening. */
import * as z from 'zod/v4';
import { outcome, page, success } from '../../operations/answers.js';
import { tableActionForm, get, post } from '../../operations/operation.js';
import { listActions, screeningActions, screeningSchema } from './input.js';
import { savedList, savedPaper } from './service.js';

const [add, rename, remove] = listActions;
const [decide, undo] = screeningActions;

export const operations = [
  post('/papers/lists', {
    id: 'actOnSavedList',
    tag: 'Papers',
    summary: 'Put the results of a search on a list of saved papers, or rename or delete a list',
    body: {
      forms: {
        add: tableActionForm(
          add,
          'Save the results of a search and put them on a list. Accepts the parameters of `GET /papers`.',
          { list: 'review', q: 'pens' },
        ),
        rename: tableActionForm(rename, 'Rename a list. If there is a list of that name, both become one.', {
          list: 'old',
          name: 'book',
        }),
        delete: tableActionForm(remove, 'Delete a list with its decisions. The papers stay saved.', { list: 'draft' }),
      },
    },
    answers: outcome(
      z.object({
        success,
        action: z.enum(listActions.map(({ name }) => name)),
        list: z.string(),
        papers: z.int().optional().describe('The papers of the search that are on the list now.'),
      }),
    ),
    codes: ['unknown_action', 'not_found', 'papers_unavailable', 'not_now'],
  }),
  get('/papers/screening', {
    id: 'showScreening',
    tag: 'Papers',
    summary: 'The lists, and the next paper of a list to screen',
    about: 'Decisions belong to the list: a paper can have another one on another list.',
    query: screeningSchema,
    others: 'refused',
    answers: page(
      z.object({
        success,
        lists: z.array(savedList).describe('Sorted by name.'),
        list: savedList.nullable().describe('Null without `list`.'),
        next: savedPaper.nullable().describe('Null if every paper of the list is screened.'),
      }),
    ),
    codes: ['not_found', 'papers_unavailable'],
    example: { list: 'thesis' },
  }),
  post('/papers/screening', {
    id: 'screenPaper',
    tag: 'Papers',
    summary: 'Decide whether a paper belongs on a list, or take back the last decision',
    body: {
      forms: {
        decide: tableActionForm(decide, 'Store a decision.', { list: 'thesis', uid: 'c', decision: 'yes' }),
        undo: tableActionForm(undo, 'Take back the last decision on a list.', { list: 'thesis' }),
      },
    },
    answers: outcome(
      z.object({
        success,
        action: z.enum(screeningActions.map(({ name }) => name)),
        list: z.string(),
        uid: z.string().describe('The paper with the decision.'),
      }),
    ),
    codes: ['unknown_action', 'not_found', 'papers_unavailable'],
  }),
];
