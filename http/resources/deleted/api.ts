/** What a document says of the routes of deleted albums. */
import * as z from 'zod';
import { outcome, page, success, time } from '../../openapi/answers.js';
import { get, post, type Form } from '../../openapi/operation.js';
import { albumAnswer, concernsAnswer } from '../albums/answers.js';
import { which } from './routes.js';
import type { DeletedAlbumView } from './service.js';

const deleted = z
  .object({
    folder: z.string().describe('Tells it from others.'),
    oid: z.int().describe('The number that it had.'),
    album_title: z.string(),
    album_artist: z.string(),
    num_tracks: z.int(),
    deleted_at: time,
    kept_until: time,
  } satisfies { [Name in keyof DeletedAlbumView]-?: z.ZodType<DeletedAlbumView[Name]> })
  .meta({ id: 'DeletedAlbum' });

const action = <Name extends string>(name: Name, summary: string): Form => ({
  summary,
  fields: z.object({ action: z.enum([name]) }).extend(which.shape),
  example: { action: name, folder: '920 Title' },
});

export const operations = [
  get('/deleted', {
    id: 'listDeletedAlbums',
    tag: 'Albums',
    summary: 'Albums that were deleted in the last 30 days',
    answers: page(
      z.object({
        success,
        deleted: z.array(deleted),
        orphans: z.array(z.string()).describe('Folders in the library that belong to no album.'),
      }),
    ),
  }),
  post('/deleted', {
    id: 'actOnDeletedAlbum',
    tag: 'Albums',
    summary: 'Puts a deleted album back, or removes its files for good',
    body: {
      forms: {
        restore: action('restore', 'Puts it back, under its number where that is free.'),
        discard: action('discard', 'Removes its files for good.'),
      },
    },
    answers: outcome(
      z.object({
        success,
        action: z.enum(['restore', 'discard']),
        folder: z.string(),
        album: albumAnswer.optional(),
        concerns: concernsAnswer.optional().describe('Where it came back under another number.'),
      }),
    ),
    codes: ['unknown_action', 'not_found', 'no_free_oid', 'library_unavailable'],
  }),
];
