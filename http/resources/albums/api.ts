/** What a document says of the library's routes; of POST /library `actions-api.ts` says it. */
import * as z from 'zod';
import { file, fileCodes, page, part, success } from '../../openapi/answers.js';
import { get } from '../../openapi/operation.js';
import { pensAnswer } from '../pens/answers.js';
import { actOnAlbum, listing } from './actions-api.js';
import { albumAnswer, albumsAnswer, proposalsAnswer } from './answers.js';
import { albumUid, trackId } from './input.js';
import { manySchema } from './many.js';
import { librarySchema } from './query.js';
import { joinQuerySchema, splitQuerySchema } from './rearrange-input.js';

const oid = z.object({ oid: albumUid });
const ofAlbum = { params: oid, example: { oid: 920 }, tag: 'Albums' } as const;
const pictures = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

const numbers = z.object({ success, oids: z.array(albumUid) });

const pages = [
  get('/library', {
    id: 'listAlbums',
    tag: 'Albums',
    summary: 'The library, or what is found in it',
    about: '`q` searches titles, artists, tracks and OIDs. JSON has all of them; the page shows 60, `page` the others.',
    query: librarySchema([]),
    others: 'ignored',
    answers: page(listing),
    example: { q: '920', sort: 'title' },
  }),
  get('/library/wall', {
    id: 'showWall',
    tag: 'Albums',
    summary: 'All that the query shows, as a part of the page',
    query: librarySchema([]),
    others: 'ignored',
    answers: part,
    example: { sort: 'oid' },
  }),
  get('/library/filters', {
    id: 'showFilters',
    tag: 'Albums',
    summary: 'What can be chosen beside the wall, as a part of the page',
    query: librarySchema([]),
    others: 'ignored',
    answers: part,
    example: { filter: 'problem' },
  }),
  get('/library/oids', {
    id: 'listOids',
    tag: 'Albums',
    summary: 'The numbers of the albums that the query finds, in its order',
    query: librarySchema([]),
    others: 'ignored',
    answers: { 200: { description: 'The numbers.', content: { 'application/json': numbers } } },
    example: { sort: 'title' },
  }),
  get('/library/delete', {
    id: 'askBeforeDeleting',
    tag: 'Albums',
    summary: 'The page that asks before many albums are deleted',
    query: manySchema([]),
    answers: part,
    codes: ['album_not_found'],
    example: { uids: [920, 921] },
  }),
  actOnAlbum,
  get('/library/:oid', {
    ...ofAlbum,
    id: 'getAlbum',
    summary: 'An album',
    answers: page(z.object({ success, album: albumAnswer, pens: pensAnswer })),
    codes: ['album_not_found'],
  }),
  get('/library/:oid/card', {
    ...ofAlbum,
    id: 'showCard',
    summary: 'The card of an album on the wall, as a part of the page',
    answers: part,
    codes: ['album_not_found'],
  }),
];

const rearranging = [
  get('/library/:oid/split', {
    ...ofAlbum,
    id: 'proposeSplit',
    summary: 'Ways to split an album',
    about:
      '`after` are numbers of tracks after which it is cut (`2,5`, or several times): one more proposal, the first. ' +
      '`by` is the one that the page shows. Action `split` does it.',
    query: splitQuerySchema,
    others: 'ignored',
    answers: page(z.object({ success, album: albumAnswer, proposals: proposalsAnswer })),
    codes: ['album_not_found'],
    example: { oid: 920, after: [1] },
  }),
  get('/library/:oid/join', {
    ...ofAlbum,
    id: 'proposeJoin',
    summary: 'Albums that an album may be joined with, at most 24',
    about: '`q` searches as in the library; without it the likely ones come first. Action `join` does it.',
    query: joinQuerySchema,
    others: 'ignored',
    answers: page(z.object({ success, album: albumAnswer, albums: albumsAnswer })),
    codes: ['album_not_found'],
    example: { oid: 920, q: '922' },
  }),
];

const files = [
  get('/library/:oid/tracks/:id', {
    ...ofAlbum,
    id: 'getTrack',
    summary: 'The sound of a track',
    params: oid.extend(trackId.shape),
    answers: file('audio/*'),
    codes: ['album_not_found', 'track_not_found', ...fileCodes],
    example: { oid: 920, id: 1 },
  }),
  get('/download_gme/:oid', {
    ...ofAlbum,
    id: 'getGme',
    summary: 'The file for the pen',
    answers: file('application/octet-stream'),
    codes: ['album_not_found', 'gme_missing', ...fileCodes],
  }),
  get('/thumbnails/:oid', {
    ...ofAlbum,
    id: 'getThumbnail',
    summary: 'The cover as a JPEG of 360 pixels at most',
    answers: file('image/jpeg'),
    codes: ['album_not_found', ...fileCodes],
  }),
  get('/images/:oid/:cover', {
    ...ofAlbum,
    id: 'getPicture',
    summary: 'A cover, or the picture of a track',
    about: 'By `cover_image` of an album and `picture_image` of a track. With `?v=<etag>` it may be kept for good.',
    params: oid.extend({ cover: z.string() }),
    answers: file(...pictures, 'application/octet-stream'),
    codes: ['album_not_found', ...fileCodes],
    example: { oid: 920, cover: 'cover.jpg' },
  }),
];

export const operations = [...pages, ...rearranging, ...files];
