/** The fields of requests about albums, in a query, a form or JSON. */
import * as z from 'zod/v4';
import { badFields } from '../../../workers/base/errors.js';
import { readFields, readTogether } from '../../../workers/base/input/read.js';
import {
  choice,
  emptyIsNull,
  integer,
  issueOf,
  jsonList,
  line,
  must,
  refusedAs,
  takenAs,
  wordsOfIssue,
} from '../../../workers/base/input/schema.js';
import { shown } from '../../../workers/base/input/shown.js';
import type { AlbumEdit, AlbumView, OnPens } from '../../../workers/library/types.js';
import type { Fields } from '../../request/fields.js';
import { itemsIn, listOf } from '../../request/list-of.js';
import { anyFile, oneFile } from '../../request/uploaded-file.js';
import { loudnesses, playerModes, sounds, spokenTitles } from '../../response/words.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';

/** Album identifiers from clients. An unused number is unknown, not malformed. */
export const albumUid = integer(1, 999);

/** `920,921`, a repeated `920`, or a JSON list; without duplicates, in the given order. */
export const albumUids = (list: z.ZodType<number[]>) =>
  must(
    say('wrong.oids'),
    z.preprocess(listOf, list).transform((uids) => [...new Set(uids)]),
  );

const track = {
  id: integer(1, Number.MAX_SAFE_INTEGER),
  track_number: integer(1, 999).optional(),
  track_title: line('not empty').optional(),
};
const trackFields = Object.keys(track).join(', ');
export const trackId = z.object(track).pick({ id: true });

export const trackCut = trackId.extend({ minutes: integer(1, 60).default(8) });

const trackEdit = z.strictObject(track);
type TrackEdit = z.output<typeof trackEdit>;

/** Describes the problem of one list entry. */
function entryProblem(issue: z.core.$ZodIssue, entry: unknown, number: number): Words {
  const [name] = issue.path;
  const fields = trackFields;
  if (name !== undefined) return say('wrong.entry_field', { name, number, problem: wordsOfIssue(issue) });
  const problem =
    issue.code === 'unrecognized_keys'
      ? say('wrong.track_key', { name: shown(issue.keys[0]), fields })
      : say('wrong.track_entry', { fields, value: shown(entry) });
  return say('wrong.entry', { number, problem });
}

/** A list, or its JSON text. */
export const trackEdits = takenAs(
  z.array(trackEdit),
  must(say('wrong.track_list', { fields: trackFields }), jsonList).transform((list, context): TrackEdit[] =>
    list.flatMap((one, n) => {
      const { data, error } = trackEdit.safeParse(one);
      for (const issue of error?.issues ?? []) context.addIssue(issueOf(entryProblem(issue, one, n + 1)));
      return data ?? [];
    }),
  ),
);

/** `Pen.id` or a serial number; some contain spaces. */
const penName = z
  .string()
  .max(128)
  .regex(/^(?!(?:all|none|these)$)[\w.-](?:[\w. -]*[\w.-])?$/);
const mostPens = 100;

const everyPen = z.enum(['all', 'none']);
const penNames = z.array(penName).min(1).max(mostPens);

/** `all`, `none`, or ids or serial numbers of pens as a list, its JSON text, or separated by commas. */
const givenPens = must(
  say('wrong.pens'),
  takenAs(
    z.union([everyPen, penNames]),
    z.union([
      everyPen,
      z
        .union([jsonList, z.string().transform((text) => itemsIn(text).map((name) => name.trim()))])
        .pipe(penNames)
        .transform((names) => [...new Set(names)]),
    ]) satisfies z.ZodType<OnPens>,
  ),
);

/** A form sends `all`, `none` or `these`, and then the ticked pens. */
export const onPens = takenAs(
  z.union([everyPen, penNames]),
  z.preprocess((raw, context): unknown => {
    const [chosen, ...names]: unknown[] = [raw].flat();
    if (chosen !== 'these') return (chosen === 'all' || chosen === 'none') && names.length > 0 ? chosen : raw;
    if (names.length === 0) context.addIssue(issueOf(say('wrong.no_pens')));
    return names;
  }, givenPens),
);

export const editSchema = z
  .object({
    album_title: line('not empty'),
    album_artist: line('may be empty'),
    album_year: emptyIsNull(integer(0, 9999)),
    player_mode: choice(playerModes),
    sound: choice(sounds),
    loudness: choice(loudnesses),
    spoken_title: choice(spokenTitles),
    oid: integer(1, 992),
    on_pens: onPens,
    tracks: trackEdits,
  } satisfies { [Name in keyof AlbumEdit]-?: z.ZodType<AlbumEdit[Name]> })
  .partial();

/** The choice of pens alone, which many albums may have in common. */
export const pensFields = z.object({ on_pens: onPens });

/** The artist and year that many albums may have in common. An empty field changes nothing. */
export const factsFields = z.object({
  album_artist: line('may be empty').default(''),
  album_year: emptyIsNull(integer(0, 9999)).default(null),
});

/** @throws TonstiftError `bad_field` if both are empty */
export function factsOf({ album_artist: artist, album_year: year }: z.output<typeof factsFields>): AlbumEdit {
  if (artist === '' && year === null) throw badFields({ album_artist: say('wrong.no_facts') });
  return { ...(artist !== '' && { album_artist: artist }), ...(year !== null && { album_year: year }) };
}

/** `tracks` in form notation: `track_12_title` and `track_12_number` for the track with the id 12. */
export const formTrack = /^track_([1-9]\d{0,15})_(title|number)$/;

export interface SentEdit {
  edit: AlbumEdit;
  /** The tracks in form notation. A form sends every track. */
  form: TrackEdit[];
}

/**
 * Throws `bad_field`, which names every wrong field.
 * @param others fields that may also be present; they are ignored
 */
export function sentEdit(what: Words, fields: Fields, others: readonly string[]): SentEdit {
  const inForm = [...fields].flatMap(([field, raw]) => {
    const [, id, name] = formTrack.exec(field) ?? [];
    return name === undefined ? [] : [{ field, id, name: `track_${name}`, raw }];
  });
  const [edit, ...form] = readTogether<[AlbumEdit, ...TrackEdit[]]>(
    () => readFields(what, editSchema, fields, [...others, ...inForm.map(({ field }) => field)]),
    ...inForm.map(({ field, id, name, raw }) => (): TrackEdit => {
      const { data, error } = trackEdit.safeParse({ id, [name]: raw });
      if (data === undefined) throw badFields({ [field]: wordsOfIssue(error.issues[0]) });
      if (fields.has('tracks')) throw badFields({ tracks: say('wrong.two_notations') });
      return data;
    }),
  );
  return { edit, form };
}

/** Only values of a form that differ are an edit, so that one moved track is one move. */
export function editOf({ edit, form }: SentEdit, album: AlbumView): AlbumEdit {
  const edits = new Map<number, TrackEdit>();
  for (const { id, ...sent } of form) {
    const now = album.tracks.find((one) => one.id === id);
    const differs = Object.entries(sent).some(([name, value]) => now?.[name as keyof typeof sent] !== value);
    if (differs) edits.set(id, { ...edits.get(id), id, ...sent });
  }
  return edits.size === 0 ? edit : { ...edit, tracks: [...edits.values()] };
}

const onePicture = oneFile((given) => say('wrong.one_picture', { number: Array.isArray(given) ? given.length : 0 }));

export const coverFile = z.object({ cover: onePicture });
export const pictureFile = z.object({ picture: onePicture });
export const trackFiles = z.object({ files: refusedAs(z.array(anyFile), () => say('wrong.audio_files')) });
export const uploadFiles = trackFiles.extend(coverFile.partial().shape);
