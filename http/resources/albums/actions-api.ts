/** What a document says of POST /library; each action has its words here. */
import * as z from 'zod';
import { outcome, success } from '../../openapi/answers.js';
import { failure } from '../../openapi/failure.js';
import { post, type Form } from '../../openapi/operation.js';
import { pensAnswer } from '../pens/answers.js';
import { actions } from './actions.js';
import { albumAnswer, albumsAnswer, concernsAnswer, rejectedAnswer } from './answers.js';
import { albumUid, formTrack } from './input.js';
import { manySchema } from './many.js';
import { penFields } from '../pens/input.js';
import { formPart, formParts } from './rearrange-input.js';

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
  if (words === undefined) throw new Error(`The action ${name} has no words in http/resources/albums/actions-api.ts.`);
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

const manyForm: Form = {
  summary: 'The same action on many albums, each by itself; `print` leads to their sheets.',
  fields: z
    .object({ action: z.enum([...actions.flatMap(({ name, many }) => (many === undefined ? [] : [name])), 'print']) })
    .extend(manySchema([]).shape)
    .extend(penFields.shape),
  example: { action: 'cleanup', uids: [920, 921] },
};

const doneWithMany = z.object({
  success,
  action: z.string(),
  done: z.array(albumUid),
  failed: z.array(z.object({ uid: albumUid, error: failure.shape.error })),
  concerns: concernsAnswer.omit({ oids: true }).optional(),
});
const printed = z.object({ success, action: z.enum(['print']), oids: z.array(albumUid), location: z.string() });

export const listing = z.object({ success, albums: albumsAnswer, pens: pensAnswer });
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

export const actOnAlbum = post('/library', {
  id: 'actOnAlbum',
  tag: 'Albums',
  summary: 'An action on an album',
  about: '`uid` is the OID of the album. `pen` is an id or a serial number; without it, all that are plugged in.',
  body: { forms: { ...Object.fromEntries(actions.map(formOf)), split_form: splitForm, many: manyForm, list } },
  answers: outcome(z.union([done, doneWithMany, printed, listing])),
  codes: [
    ...(['unknown_action', 'album_not_found', 'track_not_found', 'not_found', 'conflict', 'aborted'] as const),
    ...(['unreadable_audio', 'build_failed', 'no_pen', 'not_now', 'library_unavailable', 'no_space'] as const),
    'no_free_oid',
  ],
});
