/** Describes the routes of saved papers. */
import * as z from 'zod/v4';
import { made, outcome, page, success } from '../../operations/answers.js';
import { tableActionForm, get, post, type Form } from '../../operations/operation.js';
import { savedList, savedPaper } from './service.js';
import { actions, exportFoundSchema, exportSchema, listSchema } from './input.js';

type Action = (typeof actions)[number];

const summaries: Readonly<Record<Action['name'], string>> = {
  save: 'Save a paper, with its former note if it was saved before.',
  remove: 'Remove it from the list. It can be restored for 30 days.',
  restore: 'Restore it at its former place.',
  note: 'Store a note of at most 10,000 characters, and save the paper.',
  read: 'Mark it as read, or as unread.',
  add_to_list: 'Save it and put it on a list. A list exists as long as a paper is on it.',
  remove_from_list: 'Take it off a list. It stays saved.',
};

const examples: Readonly<Record<Action['name'], object>> = {
  save: {},
  remove: { uid: 'b' },
  restore: { uid: 'c' },
  note: { note: 'Read again.' },
  read: { uid: 'b', read: true },
  add_to_list: { list: 'to cite' },
  remove_from_list: { uid: 'b', list: 'old' },
};

const formOf = (action: Action): Form =>
  tableActionForm(action, summaries[action.name], { uid: 'a', ...examples[action.name] });

const files = made(
  'application/x-bibtex',
  'application/x-research-info-systems',
  'application/vnd.citationstyles.csl+json',
  'text/markdown',
  'text/csv',
);

const savedAnswer = z.object({
  success,
  saved: z.array(savedPaper),
  lists: z.array(savedList).describe('Sorted by name.'),
  removed: z.array(savedPaper).describe('Removed from the list in the last 30 days, most recent first.'),
  total: z.int().describe('The saved papers that match.'),
  unread: z.int().describe('Of all saved papers.'),
  page: z.int(),
  pages: z.int(),
});

export const operations = [
  get('/papers/saved', {
    id: 'listSavedPapers',
    tag: 'Papers',
    summary: 'The saved papers, newest first, 50 per page, and their lists',
    query: listSchema,
    others: 'refused',
    answers: page(savedAnswer),
    codes: ['papers_unavailable'],
  }),
  post('/papers/saved', {
    id: 'actOnSavedPaper',
    tag: 'Papers',
    summary: 'Save or remove a paper, store a note on it, mark it as read, or put it on a list',
    body: { forms: Object.fromEntries(actions.map((action) => [action.name, formOf(action)])) },
    answers: outcome(z.object({ success, action: z.enum(actions.map(({ name }) => name)), uid: z.string() })),
    codes: ['unknown_action', 'not_found', 'conflict', 'papers_unavailable'],
  }),
  get('/papers/saved/export', {
    id: 'exportSavedPapers',
    tag: 'Papers',
    summary: 'The saved papers, or those of a list, as a file with their notes',
    about:
      'Lists are keywords in BibTeX and RIS. With a list that is screened, the file has the decisions as ASReview ' +
      'reads them: `included` (1, 0 or empty) in CSV, `ASReview_relevant`, `ASReview_irrelevant` or ' +
      '`ASReview_not_seen` in N1 of RIS. The keywords `included`, `excluded` and `maybe` are for reference managers.',
    query: exportSchema,
    others: 'refused',
    answers: files,
    codes: ['not_found', 'papers_unavailable', 'not_now'],
    example: { format: 'bibtex' },
  }),
  get('/papers/export', {
    id: 'exportFoundPapers',
    tag: 'Papers',
    summary: 'The results of a search, or all papers, as a file',
    about:
      'Accepts the parameters of `GET /papers`. Without `q`, the file has all papers of the given conferences, years ' +
      'and sessions, newest first, however many.',
    query: exportFoundSchema,
    others: 'refused',
    answers: files,
    codes: ['papers_unavailable', 'not_now'],
    example: { q: 'ink', format: 'ris' },
  }),
];
