/** Describes the start page and its upload. */
import * as z from 'zod/v4';
import { outcome, page, part, success } from '../../operations/answers.js';
import { get, post } from '../../operations/operation.js';
import { albumAnswer, albumsAnswer, rejectedAnswer, warningsAnswer } from '../albums/answers.js';
import { trackFiles, uploadFiles } from '../albums/input.js';
import { statusAnswer } from '../status/answers.js';
import { cardSchema } from './card.js';
import { importFields, uploadKey } from './input.js';

const uploaded = z.object({
  success,
  album: albumAnswer.describe('The first of `albums`.'),
  albums: albumsAnswer,
  rejected: rejectedAnswer,
  warnings: warningsAnswer,
  duplicate_of: z.int().nullable().describe('OID of an album that already has the same tracks.'),
});

const imported = z.object({
  success,
  albums: albumsAnswer.describe('New albums, and those that got tracks.'),
  joined: z.array(z.string()).describe('Sentences about tracks that were added to albums.'),
  rejected: rejectedAnswer.describe('Files that could not be added, and albums that the library already has.'),
  warnings: warningsAnswer,
});

export const operations = [
  get('/', {
    id: 'showStart',
    tag: 'Service',
    summary: 'The start page with the upload',
    answers: page(
      z.object({
        success,
        version: z.string(),
        status: statusAnswer,
        max_upload_bytes: z.int().describe('Limit for all files together.'),
      }),
    ),
  }),
  post('/', {
    id: 'uploadAlbum',
    tag: 'Albums',
    summary: 'Upload an album, or a folder of albums',
    about:
      'One request creates one album if file names are not paths. Paths (`Album/CD 2/01.mp3`) are treated like the ' +
      'same folder in the inbox; a ZIP is a folder with its name. `cover` is the cover of all albums. With ' +
      '`Idempotency-Key`, a request may be repeated if the response was lost: the same key with the same files gets ' +
      'the same response. The same key with other files is rejected.',
    headers: z.object({ 'Idempotency-Key': uploadKey.optional().describe('A random value for each upload.') }),
    body: {
      forms: {
        example: {
          summary: 'The files themselves.',
          files: uploadFiles,
          example: { files: ['01.mp3', '02.mp3'], cover: 'cover.jpg' },
        },
      },
    },
    answers: outcome(uploaded, 201),
    codes: [
      ...(['unreadable_audio', 'key_reused', 'no_free_oid', 'no_space', 'library_unavailable'] as const),
      ...(['not_found', 'conflict', 'locked'] as const),
    ],
  }),
  post('/import', {
    id: 'importFiles',
    tag: 'Albums',
    summary: 'Import files like `tonstift import`',
    about:
      'Unlike an upload, files join an album whose gaps their tags fill, and an album that the library already has ' +
      'is rejected. `name` is the name of the folder; the paths of the files are relative to it.',
    body: {
      forms: {
        example: {
          summary: 'The files of a folder.',
          fields: importFields,
          files: trackFiles,
          example: { name: 'Album', files: ['03.mp3'] },
        },
      },
    },
    answers: outcome(imported),
    codes: ['unreadable_audio', 'no_free_oid', 'no_space', 'library_unavailable', 'not_found', 'conflict', 'locked'],
  }),
  get('/uploads/card', {
    id: 'showAdded',
    tag: 'Albums',
    summary: 'The result of an upload and the next step, as a part of the page',
    about: '`oids` are its albums, separated by commas; `known` is an album that already has the same tracks.',
    query: cardSchema,
    answers: part,
    example: { oids: '920,922' },
  }),
];
