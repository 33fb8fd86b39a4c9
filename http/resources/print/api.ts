/** What a document says of printing. */
import * as z from 'zod';
import { outcome, page, made, success } from '../../openapi/answers.js';
import { get, post } from '../../openapi/operation.js';
import { albumsAnswer } from '../albums/answers.js';
import { albumUid } from '../albums/input.js';
import { layoutAnswer, layoutFields } from './answers.js';
import { order, pageNumber, patternQuery, testSheetQuery } from './input.js';

const sheet = order.extend(layoutFields.shape).extend({ page: pageNumber });
const actionOf = <Name extends string>(...names: [Name, ...Name[]]) => z.object({ action: z.enum(names) });

const count = z.object({
  success,
  pages: z.int(),
  pages_complete: z.boolean().describe('All of them were counted: a large library takes longer than an answer may.'),
});
const preview = count.extend({
  layout: layoutAnswer,
  oids: z.array(z.int()).describe('Of the albums on the sheet, in order.'),
  albums: albumsAnswer,
});

const kept = outcome(z.object({ success, action: z.enum(['save_config']), layout: layoutAnswer }));

export const operations = [
  get('/print', {
    id: 'previewSheet',
    tag: 'Printing',
    summary: 'Control sheets as they will be printed',
    about: 'Without `oids` all albums. What is not given is as it is kept; of a repeated field the last one counts.',
    query: sheet,
    answers: page(preview),
    codes: ['album_not_found', 'not_now'],
    example: { oids: [920], preset: 'cd' },
  }),
  get('/print/pages', {
    id: 'countPages',
    tag: 'Printing',
    summary: 'How many pages control sheets have',
    about: 'Takes what the preview takes, and longer: for a page that shows the first sheet before all are counted.',
    query: sheet,
    answers: { 200: { description: 'Their number.', content: { 'application/json': count } } },
    codes: ['album_not_found', 'no_albums', 'not_now'],
    example: { oids: [920], preset: 'cd' },
  }),
  post('/print', {
    id: 'printSheet',
    tag: 'Printing',
    summary: 'Keeps a layout, or answers the PDF',
    body: {
      forms: {
        save_config: {
          summary: 'Keeps the layout; what is not given stays. `oids` is not looked at.',
          fields: actionOf('save_config').extend(sheet.shape),
          example: { action: 'save_config', preset: 'tiles', show_cover: true },
        },
        create_pdf: {
          summary: 'Answers the PDF, whatever Accept says, and remembers what was printed.',
          fields: actionOf('create_pdf', 'save_pdf').extend(sheet.shape),
          example: { action: 'create_pdf', oids: [920] },
        },
      },
    },
    answers: {
      ...kept,
      200: {
        description: 'It is kept, or the PDF.',
        content: { ...kept[200]?.content, 'application/pdf': 'bytes' },
      },
    },
    codes: ['unknown_action', 'album_not_found', 'no_albums', 'aborted', 'not_now'],
  }),
  get('/pdf', {
    id: 'getPdf',
    tag: 'Printing',
    summary: 'Control sheets as a PDF',
    about: 'Without a query it is what was printed last; where nothing was, all albums with the kept layout.',
    query: sheet,
    answers: made('application/pdf'),
    codes: ['album_not_found', 'no_albums', 'aborted', 'not_now'],
    example: { oids: [920], preset: 'cd' },
  }),
  get('/patterns/:oid.zip', {
    id: 'getPatterns',
    tag: 'Printing',
    summary: 'The patterns of an album as single pictures',
    about: '`size` is a width in mm, or width and height (`40x10`): 24 where it is not given; 0.1 to 500 mm.',
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
    about: 'Without `format` Accept says which; a browser gets the ZIP.',
    query: testSheetQuery,
    answers: made('application/zip', 'application/pdf', 'image/png'),
    codes: ['aborted', 'not_now'],
    example: { format: 'pdf' },
  }),
];
