/** Describes the routes that delete papers and undo imports. */
import * as z from 'zod/v4';
import { outcome, page, success } from '../../operations/answers.js';
import { form, get, post } from '../../operations/operation.js';
import { deleteSchema, mergeSchema, undoSchema } from './input.js';
import { concerned, duplicatePaper, importRecord, undoConcerns, undone } from './service.js';

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
    codes: ['papers_unavailable', 'aborted', 'conflict', 'no_space'],
  }),
  get('/papers/duplicates', {
    id: 'listDuplicatePapers',
    tag: 'Papers',
    summary: 'Stored papers that are the same paper of several sources',
    about:
      'They share an identifier (DOI, arXiv, OpenReview, PubMed, ACL Anthology, DBLP), or one has none and both ' +
      'have one title, year and first author. Papers with two DOIs are not the same. An import no longer stores ' +
      'a paper twice.',
    answers: page(z.object({ success, groups: z.array(z.array(duplicatePaper)) })),
    codes: ['papers_unavailable'],
  }),
  post('/papers/duplicates', {
    id: 'mergeDuplicatePapers',
    tag: 'Papers',
    summary: 'Make one paper of each group of duplicates',
    about: 'Missing fields are filled in from the others, which are deleted. `POST /papers/undo` gives them back.',
    body: { ...form(mergeSchema, { uid: ['b'] }), optional: true },
    answers: outcome(
      z.object({
        success,
        id: z.int().nullable().describe('The record of the merge; null if there was nothing to merge.'),
        groups: z.int(),
        deleted: z.int(),
        saved: concerned.saved,
      }),
    ),
    codes: ['papers_unavailable', 'aborted', 'conflict', 'no_space'],
  }),
];
