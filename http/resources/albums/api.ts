/** Describes the routes of the library, except POST /library, which is in `actions-api.ts`. */
import * as z from 'zod/v4';
import { file, fileCodes, page, part, success } from '../../operations/answers.js';
import { get, type Operation } from '../../operations/operation.js';
import { pensAnswer } from '../pens/answers.js';
import { actOnAlbum, listing } from './actions-api.js';
import type { Action } from './actions.js';
import { albumAnswer } from './answers.js';
import { albumUid, trackId } from './input.js';
import { manySchema } from './many/many.js';
import { librarySchema } from './query.js';

const oid = z.object({ oid: albumUid });
const ofAlbum = { params: oid, example: { oid: 920 }, tag: 'Albums' } as const;
const pictures = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

const numbers = z.object({ success, oids: z.array(albumUid) });

const pages = [
  get('/library', {
    id: 'listAlbums',
    tag: 'Albums',
    summary: 'The library, or the albums that a search finds',
    about:
      '`q` searches titles, artists, tracks and OIDs. JSON has all albums. The page shows 60; `page` selects others.',
    query: librarySchema([]),
    others: 'ignored',
    answers: page(listing),
    example: { q: '920', sort: 'title' },
  }),
  get('/library/wall', {
    id: 'showWall',
    tag: 'Albums',
    summary: 'The albums that the query finds, as a part of the page',
    query: librarySchema([]),
    others: 'ignored',
    answers: part,
    example: { sort: 'oid' },
  }),
  get('/library/filters', {
    id: 'showFilters',
    tag: 'Albums',
    summary: 'The filters, as a part of the page',
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
    summary: 'The page that asks for confirmation before many albums are deleted',
    query: manySchema([]),
    answers: part,
    codes: ['album_not_found'],
    example: { uids: [920, 921] },
  }),
];

const album = [
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

const files = [
  get('/library/:oid/tracks/:id', {
    ...ofAlbum,
    id: 'getTrack',
    summary: 'The audio of a track',
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
    about: 'By `cover_image` of an album and `picture_image` of a track. With `?v=<etag>` it may be cached forever.',
    params: oid.extend({ cover: z.string() }),
    answers: file(...pictures, 'application/octet-stream'),
    codes: ['album_not_found', ...fileCodes],
    example: { oid: 920, cover: 'cover.jpg' },
  }),
];

/** @param actions all actions on an album */
export const operations = (actions: readonly Action[]): Operation[] => [
  ...pages,
  actOnAlbum(actions),
  ...album,
  ...files,
];
