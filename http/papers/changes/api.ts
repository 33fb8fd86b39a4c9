/** Describes the routes that delete papers and undo imports. */
import * as z from 'zod/v4';
import { outcome, page, success } from '../../operations/answers.js';
import { form, get, post } from '../../operations/operation.js';
import { deleteSchema, undoSchema } from './input.js';
import { concerned, importRecord, undoConcerns, undone } from './service.js';

export const operations = [
  get('/papers/imports', {
    id: 'listPaperImports',
    tag: 'Papers',
    summary: 'Imports and deletions of papers, newest first',
    about: 'A record is kept for a year, and at most a thousand are kept.',
    answers: page(z.object({ success, imports: z.array(importRecord) })),
    codes: ['papers_unavailable'],
  }),
  get('/papers/undo', {
    id: 'askUndoPaperImport',
    tag: 'Papers',
    summary: 'What undoing an import or a deletion would do',
    query: undoSchema,
    others: 'refused',
    answers: page(z.object({ success, ...undoConcerns })),
    codes: ['not_found', 'papers_unavailable'],
    example: { id: 1 },
  }),
  post('/papers/undo', {
    id: 'undoPaperImport',
    tag: 'Papers',
    summary: 'Undo an import or a deletion',
    about:
      'Deletes the papers that it added, and gives back those that it changed or deleted. Papers that were changed ' +
      'since are kept. Saved papers stay on their list. An interrupted undo can be repeated.',
    body: form(undoSchema, { id: 1 }),
    answers: outcome(z.object({ success, ...undone })),
    codes: ['not_found', 'papers_unavailable', 'aborted', 'no_space'],
  }),
  get('/papers/delete', {
    id: 'askDeletePapers',
    tag: 'Papers',
    summary: 'What deleting papers would delete',
    query: deleteSchema,
    others: 'refused',
    answers: page(z.object({ success, ...concerned })),
    codes: ['papers_unavailable'],
    example: { uid: ['a'] },
  }),
  post('/papers/delete', {
    id: 'deletePapers',
    tag: 'Papers',
    summary: 'Delete papers, or all papers of a conference and year',
    about:
      'The deletion is recorded, so that `POST /papers/undo` gives the papers back. Their vectors are deleted, too.',
    body: form(deleteSchema, { uid: ['b'] }),
    answers: outcome(
      z.object({
        success,
        id: z.int().nullable().describe('The record of the deletion; null if there was nothing to delete.'),
        deleted: z.int(),
        saved: concerned.saved,
      }),
    ),
    codes: ['papers_unavailable', 'aborted', 'no_space'],
  }),
];
