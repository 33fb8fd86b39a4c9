/** Describes the routes of deleted albums. */
import * as z from 'zod/v4';
import { outcome, page, success } from '../../operations/answers.js';
import { actionForm, get, post } from '../../operations/operation.js';
import { albumAnswer, concernsAnswer } from '../../resources/albums/answers.js';
import { which } from './routes.js';
import { deletedAlbum } from './service.js';

const example = { folder: '920 Title' };

export const operations = [
  get('/deleted', {
    id: 'listDeletedAlbums',
    tag: 'Albums',
    summary: 'Albums that were deleted in the last 30 days',
    answers: page(
      z.object({
        success,
        deleted: z.array(deletedAlbum),
        orphans: z.array(z.string()).describe('Folders in the library that belong to no album.'),
      }),
    ),
  }),
  post('/deleted', {
    id: 'actOnDeletedAlbum',
    tag: 'Albums',
    summary: 'Restore a deleted album, or remove its files permanently',
    body: {
      forms: {
        restore: actionForm('restore', 'Restore the album, under its number if that is free.', which, example),
        discard: actionForm('discard', 'Remove its files permanently.', which, example),
      },
    },
    answers: outcome(
      z.object({
        success,
        action: z.enum(['restore', 'discard']),
        folder: z.string(),
        album: albumAnswer.optional(),
        concerns: concernsAnswer.optional().describe('Present if it was restored under another number.'),
      }),
    ),
    codes: ['unknown_action', 'not_found', 'no_free_oid', 'library_unavailable'],
  }),
];
