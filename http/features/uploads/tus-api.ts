/** Describes uploads in chunks. */
import * as z from 'zod/v4';
import { takenAs } from '../../../workers/base/input/schema.js';
import { head, options, patch, post, remove, type Body, type Form } from '../../operations/operation.js';
import { parcelId, parcelsSchema } from './input.js';
import { byteCount, bytesType, mostMetadata, version } from './tus.js';

/** The id of a complete upload, for examples. */
export const wholeExample = '0123456789abcdef0123456789abcdef';
/** The id of an upload that has just begun. */
export const begunExample = 'fedcba9876543210fedcba9876543210';

const spoken = z.object({ 'Tus-Resumable': z.literal(version) });
const isSpoken = { 'Tus-Resumable': version };
const progress = ['Tus-Resumable', 'Upload-Offset', 'Upload-Expires'];
const bytesOf = (about: string) => takenAs(byteCount, byteCount.describe(about));
const bytes: Body = { forms: {}, others: { [bytesType]: { schema: 'bytes', example: 'sound' } } };
const ofParcel = {
  tag: 'Uploads',
  params: z.object({ id: parcelId.describe('The last part of Location of `POST /uploads`.') }),
  headers: spoken,
  example: { id: begunExample, ...isSpoken },
} as const;

const abilities = {
  204: {
    description: 'The result is in the headers.',
    headers: ['Tus-Resumable', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size'],
  },
};

/** Forms of operations of the core. */
export const forms: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  uploadAlbum: {
    uploads: {
      summary: 'Complete uploads of `POST /uploads`. `path` is used like a file name.',
      fields: parcelsSchema,
      only: 'application/json',
      example: { uploads: [{ id: wholeExample, path: 'Album/01.mp3' }] },
    },
  },
};

export const operations = [
  post('/uploads', {
    id: 'beginUpload',
    tag: 'Uploads',
    summary: 'Begin an upload, optionally with its first bytes',
    about:
      'Send the file by PATCH to the address in Location. When all files are complete, `POST /` with ' +
      '`uploads` creates albums from them. A file is deleted a day after its last byte.',
    headers: spoken.extend({
      'Upload-Length': bytesOf('Size of the whole file in bytes.'),
      'Upload-Metadata': z
        .string()
        .max(mostMetadata)
        .optional()
        .describe('Pairs of name, space and Base64 value, separated by commas. `filename` is used.'),
    }),
    body: { ...bytes, optional: true },
    answers: { 201: { description: 'The upload has begun.', headers: ['Location', ...progress] } },
    codes: ['precondition_failed', 'aborted', 'not_now', 'no_space', 'library_unavailable'],
    example: { ...isSpoken, 'Upload-Length': 9, 'Upload-Metadata': 'filename MDEubXAz' },
  }),
  options('/uploads', {
    id: 'showUploadAbilities',
    tag: 'Uploads',
    summary: 'The supported tus extensions and the maximum file size',
    answers: abilities,
  }),
  head('/uploads/:id', {
    ...ofParcel,
    id: 'checkUpload',
    summary: 'The number of bytes received',
    answers: {
      200: {
        description: 'The result is in the headers, with `Upload-Metadata` if there is any.',
        headers: [...progress, 'Upload-Length'],
      },
    },
    codes: ['precondition_failed', 'library_unavailable'],
  }),
  patch('/uploads/:id', {
    ...ofParcel,
    id: 'continueUpload',
    summary: 'Append bytes to an upload',
    about:
      'Received bytes are kept, even if the transfer fails. A wrong offset is a `conflict`, whose ' +
      '`Upload-Offset` is the right one.',
    headers: spoken.extend({ 'Upload-Offset': bytesOf('Number of bytes received so far.') }),
    body: bytes,
    answers: { 204: { description: 'The bytes are stored.', headers: progress } },
    codes: ['precondition_failed', 'conflict', 'locked', 'aborted', 'no_space', 'library_unavailable'],
    example: { ...ofParcel.example, 'Upload-Offset': 0 },
  }),
  remove('/uploads/:id', {
    ...ofParcel,
    id: 'removeUpload',
    summary: 'Delete an upload',
    answers: { 204: { description: 'The upload is deleted.', headers: ['Tus-Resumable'] } },
    codes: ['precondition_failed', 'locked', 'library_unavailable'],
  }),
  options('/uploads/:id', {
    ...{ tag: 'Uploads', params: ofParcel.params, example: { id: begunExample } },
    id: 'showUploadAbilitiesThere',
    summary: 'The same as for `/uploads`',
    answers: abilities,
  }),
];
