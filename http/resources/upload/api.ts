/** What a document says of the start page and its upload; of files in pieces `tus-api.ts` says it. */
import * as z from 'zod';
import { outcome, page, part, success } from '../../openapi/answers.js';
import { get, post } from '../../openapi/operation.js';
import { albumAnswer, albumsAnswer, rejectedAnswer } from '../albums/answers.js';
import { uploadFiles } from '../albums/input.js';
import { statusAnswer } from '../status/answers.js';
import { cardSchema } from './card.js';
import { parcelsSchema, uploadKey } from './input.js';
import { wholeExample } from './tus-api.js';

const uploaded = z.object({
  success,
  album: albumAnswer.describe('First of `albums`.'),
  albums: albumsAnswer,
  rejected: rejectedAnswer,
  duplicate_of: z.int().nullable().describe('OID of an album that holds the same tracks already.'),
});

export const operations = [
  get('/', {
    id: 'showStart',
    tag: 'Service',
    summary: 'The start page: where things are dropped',
    answers: page(
      z.object({
        success,
        version: z.string(),
        status: statusAnswer,
        max_upload_bytes: z.int().describe('Of all files.'),
      }),
    ),
  }),
  post('/', {
    id: 'uploadAlbum',
    tag: 'Albums',
    summary: 'Uploads an album, or a folder of albums',
    about:
      'One request is one album, where file names are no paths. With paths (`Album/CD 2/01.mp3`) it is what the same ' +
      'folder would be in the inbox; a ZIP is a folder of its name. `cover` is the picture of all. With ' +
      '`Idempotency-Key` it may be sent again where its answer was lost: the same key is the same upload, and is ' +
      'answered as it was. With other files it is refused.',
    headers: z.object({ 'Idempotency-Key': uploadKey.optional().describe('Chosen at random for each upload.') }),
    body: {
      forms: {
        example: {
          summary: 'The files themselves.',
          files: uploadFiles,
          example: { files: ['01.mp3', '02.mp3'], cover: 'cover.jpg' },
        },
        uploads: {
          summary: 'Files that came in pieces by `POST /uploads`, and are whole. `path` is as a name of a file.',
          fields: parcelsSchema,
          only: 'application/json',
          example: { uploads: [{ id: wholeExample, path: 'Album/01.mp3' }] },
        },
      },
    },
    answers: outcome(uploaded, 201),
    codes: [
      ...(['unreadable_audio', 'key_reused', 'no_free_oid', 'no_space', 'library_unavailable'] as const),
      ...(['not_found', 'conflict', 'locked'] as const),
    ],
  }),
  get('/uploads/card', {
    id: 'showAdded',
    tag: 'Albums',
    summary: 'What came of an upload, and what comes next, as a part of the page',
    about: '`oids` are its albums, with commas between them; `known` is an album that has the same tracks already.',
    query: cardSchema,
    answers: part,
    example: { oids: '920,922' },
  }),
];
