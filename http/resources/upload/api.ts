/** What a document says of the start page and its upload. */
import { z } from 'zod';
import { outcome, page, success } from '../../openapi/answers.js';
import { get, post } from '../../openapi/operation.js';
import { albumAnswer, albumsAnswer, rejectedAnswer } from '../albums/answers.js';
import { uploadFiles } from '../albums/input.js';
import { statusAnswer } from '../status/answers.js';

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
      'folder would be in the inbox; a ZIP is a folder of its name. `cover` is the picture of all.',
    body: { forms: { example: { files: uploadFiles, example: { files: ['01.mp3', '02.mp3'], cover: 'cover.jpg' } } } },
    answers: outcome(uploaded, 201),
    codes: ['unreadable_audio', 'no_free_oid', 'no_space', 'library_unavailable'],
  }),
];
