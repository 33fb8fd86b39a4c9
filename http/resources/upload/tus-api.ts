/** What a document says of files that come in pieces. */
import * as z from 'zod';
import { takenAs } from '../../../workers/base/input/schema.js';
import { head, options, patch, post, remove, type Body } from '../../openapi/operation.js';
import { parcelId } from './input.js';
import { byteCount, bytesType, mostMetadata, version } from './tus.js';

/** Of a file that is there as a whole, for trying. */
export const wholeExample = '0123456789abcdef0123456789abcdef';
/** Of one that has just begun. */
export const begunExample = 'fedcba9876543210fedcba9876543210';

const spoken = z.object({ 'Tus-Resumable': z.literal(version) });
const isSpoken = { 'Tus-Resumable': version };
const progress = ['Tus-Resumable', 'Upload-Offset', 'Upload-Expires'];
const bytesOf = (about: string) => takenAs(byteCount, byteCount.describe(about));
const bytes: Body = { forms: {}, others: { [bytesType]: { schema: 'bytes', example: 'sound' } } };
const ofParcel = {
  tag: 'Uploads',
  params: z.object({ id: parcelId.describe('As Location of `POST /uploads` ends.') }),
  headers: spoken,
  example: { id: begunExample, ...isSpoken },
} as const;

const abilities = {
  204: {
    description: 'The headers say it.',
    headers: ['Tus-Resumable', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size'],
  },
};

export const operations = [
  post('/uploads', {
    id: 'beginUpload',
    tag: 'Uploads',
    summary: 'Begins a file; its first bytes may come along',
    about:
      'It is sent by PATCH to the address that Location names. When all files of an upload are whole, `POST /` with ' +
      '`uploads` makes albums of them. A file goes a day after its last byte.',
    headers: spoken.extend({
      'Upload-Length': bytesOf('Bytes of the whole file.'),
      'Upload-Metadata': z
        .string()
        .max(mostMetadata)
        .optional()
        .describe('Names, each with its value in Base64 behind a blank; commas between them. `filename` is used.'),
    }),
    body: { ...bytes, optional: true },
    answers: { 201: { description: 'It has begun.', headers: ['Location', ...progress] } },
    codes: ['precondition_failed', 'aborted', 'not_now', 'no_space', 'library_unavailable'],
    example: { ...isSpoken, 'Upload-Length': 9, 'Upload-Metadata': 'filename MDEubXAz' },
  }),
  options('/uploads', {
    id: 'showUploadAbilities',
    tag: 'Uploads',
    summary: 'What of tus there is, and how large a file may be',
    answers: abilities,
  }),
  head('/uploads/:id', {
    ...ofParcel,
    id: 'checkUpload',
    summary: 'How much of a file is there',
    answers: {
      200: {
        description: 'The headers say it; also `Upload-Metadata`, where there is any.',
        headers: [...progress, 'Upload-Length'],
      },
    },
    codes: ['precondition_failed', 'library_unavailable'],
  }),
  patch('/uploads/:id', {
    ...ofParcel,
    id: 'continueUpload',
    summary: 'Puts bytes behind those that are there',
    about:
      'What has come is kept, however it ends. Another offset than what is there is a `conflict`, whose ' +
      '`Upload-Offset` is the right one.',
    headers: spoken.extend({ 'Upload-Offset': bytesOf('Bytes that are there.') }),
    body: bytes,
    answers: { 204: { description: 'They are there.', headers: progress } },
    codes: ['precondition_failed', 'conflict', 'locked', 'aborted', 'no_space', 'library_unavailable'],
    example: { ...ofParcel.example, 'Upload-Offset': 0 },
  }),
  remove('/uploads/:id', {
    ...ofParcel,
    id: 'removeUpload',
    summary: 'Takes a file back',
    answers: { 204: { description: 'It is gone.', headers: ['Tus-Resumable'] } },
    codes: ['precondition_failed', 'locked', 'library_unavailable'],
  }),
  options('/uploads/:id', {
    ...{ tag: 'Uploads', params: ofParcel.params, example: { id: begunExample } },
    id: 'showUploadAbilitiesThere',
    summary: 'The same as of `/uploads`',
    answers: abilities,
  }),
];
