/** Describes POST /library, with the words of each action. */
import * as z from 'zod';
import { outcome, success } from '../../operations/answers.js';
import { failure } from '../../operations/failure.js';
import { post, type Form } from '../../operations/operation.js';
import { pensAnswer } from '../pens/answers.js';
import { actions } from './actions.js';
import { albumAnswer, albumsAnswer, concernsAnswer, rejectedAnswer } from './answers.js';
import { albumUid, formTrack } from './input.js';
import { manySchema } from './many.js';
import { penFields } from '../pens/input.js';
import { formPart, formParts } from '../../features/rearrange/rearrange-input.js';

/** By name: a summary of the action, and example fields in addition to the album. */
const told: Readonly<Record<string, { summary: string; example?: Readonly<Record<string, unknown>> }>> = {
  create_gme: { summary: 'Build the file for the pen, or wait for a running build. Returns when it is ready.' },
  copy_gme: { summary: 'Copy the file to the pen and assign the album to it.' },
  delete: { summary: 'Delete the album and its files. It can be restored for 30 days.' },
  update: {
    summary: 'Change the given fields, all or none.',
    example: { album_title: 'Another title', tracks: [{ id: 1, track_title: 'Another one' }] },
  },
  add_cover: { summary: 'Replace the cover.', example: { cover: 'cover.jpg' } },
  delete_track: { summary: 'Delete a track.', example: { id: 1 } },
  add_track_picture: { summary: 'Set the picture of a track.', example: { id: 1, picture: 'picture.jpg' } },
  delete_track_picture: { summary: 'Delete the picture of a track.', example: { id: 1 } },
  add_tracks: { summary: 'Add tracks.', example: { files: ['03.mp3'] } },
  split: {
    summary: 'Split an album into two or more parts, which together have each track once.',
    example: {
      parts: [
        { album_title: 'First', tracks: [1] },
        { album_title: 'Second', tracks: [2] },
      ],
    },
  },
  join: {
    summary: 'Add the tracks of `other` as further discs. That album is removed.',
    example: { other: 922, place: 'end' },
  },
  cleanup: { summary: 'Delete generated files.' },
  delete_from_pen: { summary: 'Remove the album from the pen and unassign it.' },
};

const patternOfTrack = {
  [formTrack.source]: '`tracks` in form notation: title or number of the track with this id.',
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
  summary: '`split` in form notation, with ids separated by commas.',
  fields: z.object({ action: z.enum(['split']), uid: albumUid }).extend(formParts.shape),
  patterns: { [formPart.source]: 'The same for further parts.' },
  example: {
    ...{ action: 'split', uid: 920, part_1_title: 'First', part_1_tracks: '1' },
    ...{ part_2_title: 'Second', part_2_tracks: '2' },
  },
};

const list: Form = {
  summary: 'List all albums, like GET /library.',
  fields: z.object({ action: z.enum(['list']) }),
  example: { action: 'list' },
};

const manyForm: Form = {
  summary: 'The same action on many albums, each separately. `print` redirects to their sheets.',
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
  uid: albumUid.describe('The number in the request.'),
  album: albumAnswer,
  rejected: rejectedAnswer.optional(),
  albums: albumsAnswer.optional().describe('All resulting albums, if there may be several.'),
  joined: albumAnswer.optional().describe('The album that was joined into this one, in its former state.'),
  concerns: concernsAnswer
    .optional()
    .describe('Present if its number or its tracks are removed: the affected sheets and pens.'),
});

export const actOnAlbum = post('/library', {
  id: 'actOnAlbum',
  tag: 'Albums',
  summary: 'An action on an album',
  about: '`uid` is the OID of the album. `pen` is an id or a serial number; without it, all connected pens.',
  body: { forms: { ...Object.fromEntries(actions.map(formOf)), split_form: splitForm, many: manyForm, list } },
  answers: outcome(z.union([done, doneWithMany, printed, listing])),
  codes: [
    ...(['unknown_action', 'album_not_found', 'track_not_found', 'not_found', 'conflict', 'aborted'] as const),
    ...(['unreadable_audio', 'build_failed', 'no_pen', 'not_now', 'library_unavailable', 'no_space'] as const),
    'no_free_oid',
  ],
});
