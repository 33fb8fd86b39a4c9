/** The fields for splitting and joining albums, in a query, a form or JSON. */
import * as z from 'zod/v4';
import { badFields } from '../../../workers/base/errors.js';
import { readFields, readTogether, readValue } from '../../../workers/base/input/read.js';
import { choice, integer, jsonList, line, must, takenAs } from '../../../workers/base/input/schema.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';
import type { AlbumView, JoinPlace, SplitPart, SplitProposal } from '../../../workers/library/types.js';
import type { Fields } from '../../request/fields.js';
import { itemsIn } from '../../request/list-of.js';
import { albumUid } from '../../resources/albums/input.js';

export const joinPlaces = ['end', 'front'] as const satisfies readonly JoinPlace[];
export const joinFields = z.object({ other: albumUid, place: choice(joinPlaces).default('end') });

const trackIdentity = integer(1, Number.MAX_SAFE_INTEGER);
const part = { album_title: line('not empty'), tracks: z.array(trackIdentity) };
const partFields = Object.keys(part).join(', ');
export const splitFields = z.object({
  parts: takenAs(
    z.array(z.strictObject(part)),
    must(say('wrong.parts', { fields: `{${partFields}}` }), jsonList.pipe(z.array(z.strictObject(part)))),
  ),
});

/** `parts` in form notation: `part_1_title`, and `part_1_tracks` with the ids, separated by commas. */
export const formPart = /^part_([1-9]\d{0,2})_(title|tracks)$/;
const ids = takenAs(
  z.string().regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/),
  must(
    say('wrong.track_ids'),
    z
      .string()
      .transform((text): unknown[] => itemsIn(text))
      .pipe(z.array(trackIdentity)),
  ),
);
/** A list, or its JSON text; in a form also ids separated by commas. */
export const takeApartFields = z.object({
  tracks: takenAs(
    z.array(trackIdentity).min(1),
    must(say('wrong.track_ids'), z.union([ids, jsonList.pipe(z.array(trackIdentity).min(1))])),
  ),
  album_title: line('may be empty').default(''),
});

/**
 * The parts of a split that takes tracks out of an album. Without a title, the new album has that of the old one.
 * @throws TonstiftError `bad_field` (`tracks`) if a track is not in the album, or if none would be left
 */
export function partsWithout(album: AlbumView, taken: readonly number[], title: string): SplitPart[] {
  const ids = album.tracks.map(({ id }) => id);
  const unknown = taken.find((id) => !ids.includes(id));
  const rest = ids.filter((id) => !taken.includes(id));
  if (unknown !== undefined) throw badFields({ tracks: say('wrong.no_track', { id: String(unknown) }) });
  if (rest.length === 0) throw badFields({ tracks: say('wrong.all_tracks', { title: album.album_title }) });
  return [
    { album_title: album.album_title, tracks: rest },
    { album_title: title || album.album_title, tracks: [...new Set(taken)] },
  ];
}

/** For the OpenAPI document: a split has at least two parts. */
export const formParts = z.object({
  ...{ part_1_title: part.album_title, part_1_tracks: ids },
  ...{ part_2_title: part.album_title, part_2_tracks: ids },
});

/**
 * @param others fields that may also be present; they are ignored. Throws `bad_field`, which names every wrong field
 */
export function sentParts(what: Words, fields: Fields, others: readonly string[]): SplitPart[] {
  const inForm = [...fields.keys()].filter((name) => formPart.test(name));
  if (inForm.length === 0) return readFields(what, splitFields, fields, others).parts;
  if (fields.has('parts')) throw badFields({ parts: say('wrong.two_notations') });
  const numbers = [...new Set(inForm.map((name) => Number(formPart.exec(name)?.[1])))].sort((a, b) => a - b);
  const [, ...parts] = readTogether<[unknown, ...SplitPart[]]>(
    () => readFields(what, z.object({}), fields, [...others, ...inForm]),
    ...numbers.map((n) => (): SplitPart => {
      const [title, tracks] = readTogether(
        () => readValue(`part_${n}_title`, part.album_title, fields.get(`part_${n}_title`)),
        () => readValue(`part_${n}_tracks`, ids, fields.get(`part_${n}_tracks`)),
      );
      return { album_title: title, tracks };
    }),
  );
  return parts;
}

export const ways = ['album', 'disc', 'folder', 'after'] as const satisfies readonly SplitProposal['by'][];
const numbers = z.array(integer(0, 9999));
const sentNumbers = z
  .union([z.string().transform((text): unknown[] => itemsIn(text).map((one) => one.trim())), z.array(z.unknown())])
  .pipe(numbers);

export const splitQuerySchema = z.object({
  by: choice(ways).optional(),
  after: takenAs(
    numbers,
    must(say('wrong.numbers'), z.union([z.literal('').transform((): number[] => []), sentNumbers])),
  ).default([]),
});

/** The proposal to show, and the tracks after which to cut. Throws `bad_field`; ignores fields of other names. */
export const splitQuery = (query: Fields): z.output<typeof splitQuerySchema> =>
  readFields(say('what.split'), splitQuerySchema, query, [...query.keys()]);

export const joinQuerySchema = z.object({ q: line('may be empty').default('') });

/** Throws `bad_field`. */
export const joinQuery = (query: Fields): z.output<typeof joinQuerySchema> =>
  readFields(say('what.join'), joinQuerySchema, query, [...query.keys()]);
