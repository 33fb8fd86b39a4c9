/** Describes the pages and forms for splitting and joining albums. */
import * as z from 'zod/v4';
import { page, success } from '../../operations/answers.js';
import { get, type Form } from '../../operations/operation.js';
import { albumAnswer, albumsAnswer } from '../../resources/albums/answers.js';
import { albumUid } from '../../resources/albums/input.js';
import type { SplitPart, SplitProposal } from '../../../workers/library/types.js';
import { formPart, formParts, joinQuerySchema, splitQuerySchema, ways } from './input.js';

const ofAlbum = { params: z.object({ oid: albumUid }), example: { oid: 920 }, tag: 'Albums' } as const;

const part = z.object({ album_title: z.string(), tracks: z.array(z.int()).describe('Ids.') } satisfies {
  [Name in keyof SplitPart]: z.ZodType<SplitPart[Name]>;
});

const proposalsAnswer = z.array(
  z
    .object({
      by: z.enum(ways).describe('Album tags, discs, source folders, or the requested cuts.'),
      parts: z.array(part),
    } satisfies { [Name in keyof SplitProposal]: z.ZodType<SplitProposal[Name]> })
    .meta({ id: 'SplitProposal' }),
);

const splitForm: Form = {
  summary: '`split` in form notation, with ids separated by commas.',
  fields: z.object({ action: z.enum(['split']), uid: albumUid }).extend(formParts.shape),
  patterns: { [formPart.source]: 'The same for further parts.' },
  example: {
    ...{ action: 'split', uid: 920, part_1_title: 'First', part_1_tracks: '1' },
    ...{ part_2_title: 'Second', part_2_tracks: '2' },
  },
};

export const forms: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  actOnAlbum: { split_form: splitForm },
};

export const operations = [
  get('/library/:oid/split', {
    ...ofAlbum,
    id: 'proposeSplit',
    summary: 'Ways to split an album',
    about:
      '`after` has numbers of tracks after which to cut (`2,5`, or repeated). It adds a proposal at the front. ' +
      '`by` selects the proposal that the page shows. The action `split` splits the album.',
    query: splitQuerySchema,
    others: 'ignored',
    answers: page(z.object({ success, album: albumAnswer, proposals: proposalsAnswer })),
    codes: ['album_not_found'],
    example: { oid: 920, after: [1] },
  }),
  get('/library/:oid/join', {
    ...ofAlbum,
    id: 'proposeJoin',
    summary: 'Albums that can be joined with an album, at most 24',
    about: '`q` searches as in the library. Without it, likely albums are listed first. The action `join` joins them.',
    query: joinQuerySchema,
    others: 'ignored',
    answers: page(z.object({ success, album: albumAnswer, albums: albumsAnswer })),
    codes: ['album_not_found'],
    example: { oid: 920, q: '922' },
  }),
];
