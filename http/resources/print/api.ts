/** Describes the routes for printing. */
import * as z from 'zod/v4';
import { outcome, page, made, success } from '../../operations/answers.js';
import { actionForm, get, post } from '../../operations/operation.js';
import { albumsAnswer } from '../albums/answers.js';
import { albumUid } from '../albums/input.js';
import { layoutAnswer, layoutFields } from './answers.js';
import { notPrinted, order, pageNumber, patternQuery, testSheetQuery } from './input.js';

const sheet = order.extend(layoutFields.shape).extend({ page: pageNumber });

const count = z.object({
  success,
  pages: z.int(),
  pages_complete: z
    .boolean()
    .describe('Whether all pages were counted. For a large library, that takes longer than the response may.'),
});
const preview = count.extend({
  layout: layoutAnswer,
  oids: z.array(z.int()).describe('The albums on the sheet, in order.'),
  albums: albumsAnswer,
});

const kept = outcome(
  z.union([
    z.object({ success, action: z.enum(['save_config']), layout: layoutAnswer }),
    z.object({ success, action: z.enum(['not_printed']), oids: z.array(z.int()) }),
  ]),
);

export const operations = [
  get('/print', {
    id: 'previewSheet',
    tag: 'Printing',
    summary: 'A preview of control sheets',
    about:
      'Without `oids`, all albums. Missing fields have the stored value. The last value of a repeated field counts.',
    query: sheet,
    answers: page(preview),
    codes: ['album_not_found', 'not_now'],
    example: { oids: [920], preset: 'cd' },
  }),
  get('/print/pages', {
    id: 'countPages',
    tag: 'Printing',
    summary: 'The number of pages of control sheets',
    about: 'Accepts the fields of the preview. It may take longer, because the preview does not count all pages.',
    query: sheet,
    answers: { 200: { description: 'The number of pages.', content: { 'application/json': count } } },
    codes: ['album_not_found', 'not_now'],
    example: { oids: [920], preset: 'cd' },
  }),
  post('/print', {
    id: 'printSheet',
    tag: 'Printing',
    summary: 'Store a layout, get the PDF, or record that it was not printed',
    body: {
      forms: {
        save_config: actionForm(
          'save_config',
          'Store the layout. Missing fields are not changed; `oids` is ignored.',
          sheet,
          { preset: 'tiles', show_cover: true },
        ),
        not_printed: actionForm(
          'not_printed',
          'Record that the last sheets of these albums were not printed.',
          notPrinted,
          { oids: [920] },
        ),
        create_pdf: {
          summary: 'Get the PDF, whatever Accept says, and remember the order.',
          fields: z.object({ action: z.enum(['create_pdf', 'save_pdf']) }).extend(sheet.shape),
          example: { action: 'create_pdf', oids: [920] },
        },
      },
    },
    answers: {
      ...kept,
      200: {
        description: 'What was stored; or the PDF.',
        content: { ...kept[200]?.content, 'application/pdf': 'bytes' },
      },
    },
    codes: ['unknown_action', 'album_not_found', 'no_albums', 'aborted', 'not_now'],
  }),
  get('/pdf', {
    id: 'getPdf',
    tag: 'Printing',
    summary: 'Control sheets as a PDF',
    about: 'Without a query, the last printed order; if there is none, all albums with the stored layout.',
    query: sheet,
    answers: made('application/pdf'),
    codes: ['album_not_found', 'no_albums', 'aborted', 'not_now'],
    example: { oids: [920], preset: 'cd' },
  }),
  get('/patterns/:oid.zip', {
    id: 'getPatterns',
    tag: 'Printing',
    summary: 'The patterns of an album as single images',
    about: '`size` is a width in mm, or width and height (`40x10`), from 0.1 to 500 mm; 24 by default.',
    params: z.object({ oid: albumUid }),
    query: patternQuery,
    answers: made('application/zip'),
    codes: ['album_not_found', 'aborted', 'not_now'],
    example: { oid: 920, size: '10' },
  }),
  get('/download_oid_images', {
    id: 'getTestSheet',
    tag: 'Printing',
    summary: 'The test sheet with its album',
    about: 'Without `format`, Accept selects the format; a browser gets the ZIP.',
    query: testSheetQuery,
    answers: made('application/zip', 'application/pdf', 'image/png'),
    codes: ['aborted', 'not_now'],
    example: { format: 'pdf' },
  }),
];
