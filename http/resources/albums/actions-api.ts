/** Describes POST /library. */
import * as z from 'zod/v4';
import { integer } from '../../../workers/base/input/schema.js';
import { outcome, success } from '../../operations/answers.js';
import { failure } from '../../operations/failure.js';
import { actionForm, post, type Form, type Operation } from '../../operations/operation.js';
import { pensAnswer } from '../pens/answers.js';
import type { Action } from './actions.js';
import { albumAnswer, albumsAnswer, concernsAnswer, rejectedAnswer, warningsAnswer } from './answers.js';
import { albumUid, factsFields, pensFields } from './input.js';
import { manySchema } from './many/many.js';
import { penFields } from '../pens/input.js';

function formOf({ name, alias, about, takes }: Action): [string, Form] {
  const names = z.enum(alias === undefined ? [name] : [name, alias]);
  const fields = z.object({ action: names, uid: albumUid }).extend(takes.fields?.shape ?? {});
  const { summary, example, patterns } = about;
  return [
    name,
    {
      ...{ summary, fields, files: takes.files, example: { action: name, uid: 920, ...example } },
      ...(patterns && { patterns }),
    },
  ];
}

const list = actionForm('list', 'List all albums, like GET /library.');

const manyForm = (actions: readonly Action[]): Form => ({
  summary: 'The same action on many albums, each separately. `print` redirects to their sheets.',
  fields: z
    .object({ action: z.enum([...actions.flatMap(({ name, many }) => (many === undefined ? [] : [name])), 'print']) })
    .extend(manySchema([]).shape)
    .extend(penFields.shape)
    .extend(pensFields.partial().shape)
    .extend(factsFields.shape),
  example: { action: 'cleanup', uids: [920, 921] },
});

const doneWithMany = z.object({
  success,
  action: z.string(),
  done: z.array(albumUid),
  failed: z.array(z.object({ uid: albumUid, error: failure.shape.error })),
  concerns: concernsAnswer.omit({ oids: true }).optional(),
});
const printed = z.object({ success, action: z.enum(['print']), oids: z.array(albumUid), location: z.string() });

export const listing = z.object({ success, albums: albumsAnswer, pens: pensAnswer });
const done = (actions: readonly Action[]) =>
  z.object({
    success,
    action: z.enum(actions.map(({ name }) => name)),
    // Not `albumUid`: a description would hide its type where the same document uses it without one.
    uid: integer(1, 999).describe('The number in the request.'),
    album: albumAnswer,
    rejected: rejectedAnswer.optional(),
    warnings: warningsAnswer.optional(),
    albums: albumsAnswer.optional().describe('All resulting albums, if there may be several.'),
    joined: albumAnswer.optional().describe('The album that was joined into this one, in its former state.'),
    concerns: concernsAnswer
      .optional()
      .describe('Present if its number or its tracks are removed: the affected sheets and pens.'),
  });

/** @param actions those of the core and of the features */
export const actOnAlbum = (actions: readonly Action[]): Operation =>
  post('/library', {
    id: 'actOnAlbum',
    tag: 'Albums',
    summary: 'An action on an album',
    about: '`uid` is the OID of the album. `pen` is an id or a serial number; without it, all connected pens.',
    body: { forms: { ...Object.fromEntries(actions.map(formOf)), many: manyForm(actions), list } },
    answers: outcome(z.union([done(actions), doneWithMany, printed, listing])),
    codes: [
      ...(['unknown_action', 'album_not_found', 'track_not_found', 'not_found', 'conflict', 'aborted'] as const),
      ...(['unreadable_audio', 'build_failed', 'no_pen', 'not_now', 'library_unavailable', 'no_space'] as const),
      'no_free_oid',
    ],
  });
