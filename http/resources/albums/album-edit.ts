/** The fields of an update as an AlbumEdit. */
import { playerModes, type AlbumEdit, type AlbumView, type OnPens } from '../../../workers/library/types.js';
import {
  attempt,
  BadValue,
  choice,
  integer,
  jsonList,
  line,
  optional,
  shown,
  throwProblems,
  type Parser,
} from '../../request/values.js';
import type { Fields } from '../../request/fields.js';

type TrackEdit = NonNullable<AlbumEdit['tracks']>[number];

/** More than any library has. */
const highestTrackId = Number.MAX_SAFE_INTEGER;
const mostPens = 100;

/** As `Pen.id` and serial numbers are; some have blanks inside. */
const isPenName = (name: unknown): name is string =>
  typeof name === 'string' &&
  name.length <= 128 &&
  /^[\w.-](?:[\w. -]*[\w.-])?$/.test(name) &&
  name !== 'all' &&
  name !== 'none';

/** `all`, `none`, or ids or serials of pens as a list, JSON text of one, or separated by commas. */
export const onPens: Parser<OnPens> = (raw) => {
  if (raw === 'all' || raw === 'none') return raw;
  const names = jsonList(raw) ?? (typeof raw === 'string' ? raw.split(',').map((name) => name.trim()) : undefined);
  if (names === undefined || names.length === 0 || names.length > mostPens || !names.every(isPenName)) {
    throw new BadValue(
      'must be all, none, or ids or serial numbers of pens ' +
        `(1 to 128 of letters, digits, blanks and ._- each), not ${shown(raw)}.`,
    );
  }
  return [...new Set(names)];
};

const trackParsers = {
  id: integer(1, highestTrackId),
  track_number: integer(1, 999),
  track_title: line('not empty'),
} as const;

/** A list of `{id, track_number?, track_title?}`, or JSON text of one. */
export const trackEdits: Parser<TrackEdit[]> = (raw) => {
  const list = jsonList(raw);
  if (list === undefined)
    throw new BadValue(`must be a JSON list of {id, track_number, track_title}, not ${shown(raw)}.`);
  return list.map((one, n) => {
    if (typeof one !== 'object' || one === null || Array.isArray(one))
      throw new BadValue(`entry ${n + 1} must be {id, track_number, track_title}, not ${shown(one)}.`);
    const edit: Partial<Record<keyof TrackEdit, unknown>> = {};
    for (const [key, value] of Object.entries(one)) {
      if (!Object.hasOwn(trackParsers, key))
        throw new BadValue(`entry ${n + 1} must not have ${shown(key)}; it takes id, track_number, track_title.`);
      const name = key as keyof typeof trackParsers;
      edit[name] = inTrack(n, name, value);
    }
    if (edit.id === undefined) throw new BadValue(`entry ${n + 1} needs an id.`);
    return edit as TrackEdit;
  });
};

function inTrack(n: number, name: keyof typeof trackParsers, value: unknown): string | number {
  try {
    return trackParsers[name](value);
  } catch (thrown) {
    throw thrown instanceof BadValue ? new BadValue(`${name} of entry ${n + 1} ${thrown.message}`) : thrown;
  }
}

const parsers: { readonly [Name in keyof AlbumEdit]-?: Parser<AlbumEdit[Name]> } = {
  album_title: line('not empty'),
  album_artist: line('may be empty'),
  album_year: optional(integer(0, 9999)),
  player_mode: choice(playerModes),
  oid: integer(1, 992),
  on_pens: onPens,
  tracks: trackEdits,
};

export const editFields = Object.keys(parsers) as (keyof AlbumEdit)[];

/** A plain form's notation of `tracks`: `track_12_title`, `track_12_number` for the track with the id 12. */
export const formTrackField = /^track_([1-9]\d{0,15})_(title|number)$/;

/** Throws `bad_field` that names every wrong field. `fields` holds no others than these and the form's notation. */
export function albumEdit(fields: Fields, album: AlbumView): AlbumEdit {
  const problems: Record<string, string> = {};
  const edit: Record<string, unknown> = {};
  for (const name of editFields) {
    if (fields.has(name)) edit[name] = attempt<unknown>(problems, name, fields.get(name), parsers[name]);
  }
  const tracks = formTracks(fields, album, problems);
  if (tracks.length > 0) {
    if (fields.has('tracks')) problems['tracks'] = 'must not be given in two notations.';
    edit['tracks'] = tracks;
  }
  throwProblems(problems);
  return edit;
}

/** A form sends every track; only what differs is an edit, so that one moved track is one move. */
function formTracks(fields: Fields, album: AlbumView, problems: Record<string, string>): TrackEdit[] {
  const edits = new Map<number, TrackEdit>();
  for (const [field, raw] of fields) {
    const match = formTrackField.exec(field);
    if (match === null) continue;
    const id = Number(match[1]);
    const key = match[2] === 'title' ? 'track_title' : 'track_number';
    const value = attempt<string | number>(problems, field, raw, trackParsers[key]);
    if (value === undefined || album.tracks.find((track) => track.id === id)?.[key] === value) continue;
    edits.set(id, { ...(edits.get(id) ?? { id }), [key]: value });
  }
  return [...edits.values()];
}
