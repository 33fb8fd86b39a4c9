/** Describes the routes of the virtual pen. */
import * as z from 'zod/v4';
import { file, fileCodes, outcome, page, success } from '../../operations/answers.js';
import { form, get, post } from '../../operations/operation.js';
import { albumUid } from '../../resources/albums/input.js';
import { scanAnswer } from './answers.js';
import { tableQuery } from './file-view.js';
import { fileParams, gmeFiles, mediumNumber, pageImages, tapFields } from './input.js';
import { fileAnswer, tapAnswer, testSheetId } from './service.js';

const oid = z.object({ oid: albumUid });
const index = z.object({ index: mediumNumber });
const shown = z.object({ success, file: fileAnswer });
const sounds = ['audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/flac', 'application/octet-stream'];

const tapped = {
  tag: 'Trying',
  about:
    'The response has the sounds in order, and states for the next tap: that of a sound, if the tap interrupts it, ' +
    'or that of the whole response, after all sounds. The server keeps no state. Browsers (Accept: text/html) get ' +
    'the page.',
  answers: {
    200: {
      description: 'The sounds, and the actions of the pen.',
      content: { 'application/json': tapAnswer, 'text/html': 'text' },
    },
  },
} as const;

/** The id of an uploaded GME file. */
export const heardExample = '3f'.repeat(16);

export const operations = [
  get('/library/:oid/try', {
    id: 'tryAlbum',
    tag: 'Trying',
    summary: 'The sheet of an album on the screen, with fields to tap',
    params: oid,
    answers: page(
      z.object({ success, gme_state: z.enum(['missing', 'building', 'ready', 'failed']), file: fileAnswer.nullable() }),
    ),
    codes: ['album_not_found', 'bad_field', 'gme_missing', 'not_now'],
    example: { oid: 920 },
  }),
  post('/library/:oid/try', {
    ...tapped,
    id: 'tapAlbum',
    summary: 'Tap a field on the sheet of an album',
    params: oid,
    body: form(tapFields, { code: 920 }),
    codes: ['album_not_found', 'gme_missing', 'not_now'],
    example: { oid: 920 },
  }),
  get('/library/:oid/try/media/:index', {
    id: 'hearAlbum',
    tag: 'Trying',
    summary: 'A sound of the GME file of an album, decrypted',
    params: oid.extend(index.shape),
    answers: file(...sounds),
    codes: ['album_not_found', 'gme_missing', ...fileCodes],
    example: { oid: 920, index: 0 },
  }),
  get('/try', {
    id: 'showTry',
    tag: 'Trying',
    summary: 'The page for trying GME files',
    answers: page(z.object({ success, max_upload_bytes: z.int() })),
  }),
  post('/try', {
    id: 'sendGme',
    tag: 'Trying',
    summary: 'Upload a GME file to try it',
    about: 'The file is not added to the library. It is deleted some hours after its last use, and at the next start.',
    body: { forms: { example: { files: gmeFiles, example: { gme: 'album.gme' } } } },
    answers: outcome(shown.extend({ id: z.string().describe('32 random hexadecimal digits.') }), 201),
    codes: ['no_space', 'not_now'],
  }),
  post('/try/page', {
    id: 'readPage',
    tag: 'Trying',
    summary: 'Read the codes of a printed page from an image',
    about:
      'A scan, or a photograph straight from above, as PNG or JPEG. The image is not kept. A browser ' +
      '(Accept: text/html) gets a page.',
    body: { forms: { example: { files: pageImages, example: { image: 'page.png' } } } },
    answers: {
      200: {
        description: 'The codes with their positions, and problems of the print or the image.',
        content: { 'application/json': scanAnswer, 'text/html': 'text' },
      },
    },
    codes: ['no_space', 'not_now'],
  }),
  get('/try/:id', {
    id: 'tryFile',
    tag: 'Trying',
    summary: 'The header and the codes of a GME file',
    about: `\`${testSheetId}\` is the file of the test sheet. \`page\` selects the rows of the table; JSON has all.`,
    params: fileParams,
    query: tableQuery,
    answers: page(shown),
    codes: ['not_found'],
    example: { id: testSheetId },
  }),
  post('/try/:id', {
    ...tapped,
    id: 'tapFile',
    summary: 'Tap a code of a GME file',
    params: fileParams,
    query: tableQuery,
    body: form(tapFields, { code: 4601 }),
    codes: ['not_found', 'not_now'],
    example: { id: testSheetId },
  }),
  post('/try/:id/forget', {
    id: 'forgetFile',
    tag: 'Trying',
    summary: 'Delete an uploaded GME file',
    params: fileParams,
    answers: outcome(z.object({ success })),
    codes: ['not_found'],
    example: { id: heardExample },
  }),
  get('/try/:id/media/:index', {
    id: 'hearFile',
    tag: 'Trying',
    summary: 'A sound of a GME file, decrypted',
    params: fileParams.extend(index.shape),
    answers: file(...sounds),
    codes: ['not_found', ...fileCodes],
    example: { id: testSheetId, index: 0 },
  }),
];
