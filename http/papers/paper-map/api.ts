/** Describes the route of the map. */
import * as z from 'zod/v4';
import { page, success } from '../../operations/answers.js';
import { get } from '../../operations/operation.js';
import { searchSchema } from '../papers/input.js';
import { mapAnswer } from './service.js';

export const operations = [
  get('/papers/map', {
    id: 'getPaperMap',
    tag: 'Papers',
    summary: 'The papers in two dimensions, close together if they are similar',
    about:
      'Shows all papers, or with `q` those that a search finds (`limit` is 300 by default). Papers are close ' +
      'together if their vectors are similar, or, without vectors, if their words are (`by`). The map of all papers ' +
      'is cached until these change. While it is computed, `state` is `making`; the event `papers.changed` reports ' +
      'the end.',
    query: searchSchema,
    others: 'refused',
    answers: page(z.object({ success, ...mapAnswer.shape })),
    codes: ['papers_unavailable', 'not_now'],
    example: { q: 'ink' },
  }),
];
