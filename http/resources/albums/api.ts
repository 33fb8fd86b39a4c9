/** What a document says of the library's routes; each action of POST /library has its words here. */
import { z } from 'zod';
import { file, fileCodes, outcome, page, part, success } from '../../openapi/answers.js';
import { get, post, type Form } from '../../openapi/operation.js';
import { pensAnswer } from '../pens/answers.js';
import { actions } from './actions.js';
import { albumAnswer, albumsAnswer, concernsAnswer, proposalsAnswer, rejectedAnswer } from './answers.js';
import { albumUid, formTrack, trackId } from './input.js';
import { librarySchema } from './query.js';
import { formParts, formPart, joinQuerySchema, splitQuerySchema } from './rearrange-input.js';

/** By name: what it does, and what it takes beside the album, for trying. */
const told: Readonly<Record<string, { summary: string; example?: Readonly<Record<string, unknown>> }>> = {
  create_gme: { summary: 'Makes the file for the pen, or joins the build that runs; answers when it stands.' },
  copy_gme: { summary: 'Copies the file onto the pen, and chooses the album for it.' },
  delete: { summary: 'Removes the album and its files; for 30 days it can be had back.' },
  update: {
    summary: 'Changes what is given, all or nothing.',
    example: { album_title: 'Another title', tracks: [{ id: 1, track_title: 'Another one' }] },
  },
  add_cover: { summary: 'Replaces the cover.', example: { cover: 'cover.jpg' } },
  delete_track: { summary: 'Removes a track.', example: { id: 1 } },
  add_track_picture: { summary: 'Gives a track a picture of its own.', example: { id: 1, picture: 'picture.jpg' } },
  delete_track_picture: { summary: 'Takes the picture of a track away.', example: { id: 1 } },
  add_tracks: { summary: 'Adds tracks.', example: { files: ['03.mp3'] } },
  split: {
    summary: 'Makes several albums of one: two parts or more, which have each of its tracks once.',
    example: {
      parts: [
        { album_title: 'First', tracks: [1] },
        { album_title: 'Second', tracks: [2] },
      ],
    },
  },
  join: {
    summary: 'Takes the tracks of `other` in, as further discs; that album is no more then.',
    example: { other: 922, place: 'end' },
  },
  cleanup: { summary: 'Removes generated files.' },
  delete_from_pen: { summary: 'Takes the album off the pen, and no longer chooses it for it.' },
};

const patternOfTrack = {
  [formTrack.source]: 'As a plain form has `tracks`: title or number of the track with this id.',
};

function formOf({ name, alias, takes }: (typeof actions)[number]): [string, Form] {
  const words = told[name];
  if (words === undefined) throw new Error(`The action ${name} has no words in http/resources/albums/api.ts.`);
  const names = z.enum(alias === undefined ? [name] : [name, alias]);
  const fields = z.object({ action: names, uid: albumUid }).extend(takes.fields?.shape ?? {});
  return [
    name,
    {
      summary: words.summary,
      fields,
      files: takes.files,
      example: { action: name, uid: 920, ...words.example },
      ...(name === 'update' && { patterns: patternOfTrack }),
    },
  ];
}

const splitForm: Form = {
  summary: 'The same as `split`, as a plain form has it; ids with commas between them.',
  fields: z.object({ action: z.enum(['split']), uid: albumUid }).extend(formParts.shape),
  patterns: { [formPart.source]: 'Of a third part, and so on.' },
  example: {
    ...{ action: 'split', uid: 920, part_1_title: 'First', part_1_tracks: '1' },
    ...{ part_2_title: 'Second', part_2_tracks: '2' },
  },
};

const list: Form = {
  summary: 'Lists all albums, as GET /library does.',
  fields: z.object({ action: z.enum(['list']) }),
  example: { action: 'list' },
};

const listing = z.object({ success, albums: albumsAnswer, pens: pensAnswer });
const done = z.object({
  success,
  action: z.enum(actions.map(({ name }) => name)),
  uid: albumUid.describe('As it was asked for.'),
  album: albumAnswer,
  rejected: rejectedAnswer.optional(),
  albums: albumsAnswer.optional().describe('All that came of it, where that may be more than one.'),
  joined: albumAnswer.optional().describe('The album that has gone into this one, as it was.'),
  concerns: concernsAnswer.optional().describe('Where its number or its tracks go: what has them.'),
});

const oid = z.object({ oid: albumUid });
const ofAlbum = { params: oid, example: { oid: 920 }, tag: 'Albums' } as const;
const pictures = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

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
  post('/library', {
    id: 'actOnAlbum',
    tag: 'Albums',
    summary: 'An action on an album',
    about: '`uid` is the OID of the album. `pen` is an id or a serial number; without it, all that are plugged in.',
    body: { forms: { ...Object.fromEntries(actions.map(formOf)), split_form: splitForm, list } },
    answers: outcome(z.union([done, listing])),
    codes: [
      ...(['unknown_action', 'album_not_found', 'track_not_found', 'not_found', 'conflict', 'aborted'] as const),
      ...(['unreadable_audio', 'build_failed', 'no_pen', 'not_now', 'library_unavailable', 'no_space'] as const),
      'no_free_oid',
    ],
  }),
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
