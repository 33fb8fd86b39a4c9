/** The table of actions of POST /library. Features add theirs. */
import * as z from 'zod/v4';
import { onlyKnown, readFields, readTogether, readValue } from '../../../workers/base/input/read.js';
import { say, type SentenceKey, type Words } from '../../../workers/base/language/sentence.js';
import type { AlbumView, Rejected } from '../../../workers/library/types.js';
import { namedAction } from '../../request/action.js';
import { readFiles, refuseTexts, type Body } from '../../request/body.js';
import type { Services } from '../../services.js';
import { penFields } from '../pens/input.js';
import { concernsOf, type Concerns } from './concerns.js';
import {
  albumUid,
  coverFile,
  editOf,
  editSchema,
  factsFields,
  factsOf,
  formTrack,
  pensFields,
  pictureFile,
  sentEdit,
  trackCut,
  trackFiles,
  trackId,
} from './input.js';

interface Outcome {
  album: AlbumView;
  rejected?: Rejected[];
  warnings?: Rejected[];
  /** All resulting albums, if there are several. */
  albums?: AlbumView[];
  /** Present if its number becomes free. */
  concerns?: Concerns;
  /** The album that was joined into this one, in its former state. */
  joined?: AlbumView;
}

interface Answer extends Outcome {
  action: string;
  uid: number;
}

/** The schemas that validate the fields; `api.ts` describes them. */
export interface Takes {
  fields?: z.ZodObject;
  files?: z.ZodObject;
}

/** @param others fields that are read elsewhere */
type Reader<Given> = (what: Words, body: Body, others: readonly string[]) => Given;

type Reads<Given> = Reader<Given> & { takes: Takes };

export interface About {
  summary: string;
  example?: Readonly<Record<string, unknown>>;
  /** Further text fields: a pattern of their names, and a description. */
  patterns?: Readonly<Record<string, string>>;
}

interface Definition<Given> {
  name: string;
  alias?: string;
  /** Reads the fields other than `action` and `uid`. */
  read: Reads<Given>;
  call: (services: Services, uid: number, given: Given) => Promise<Outcome>;
  /** Describes it in the OpenAPI document, with example fields in addition to the album. */
  about: About;
  /** The message about one album: `title`, `other` for the joined album, and `albums`. */
  done: SentenceKey;
  /** The message about several albums, if the action supports many. */
  many?: SentenceKey;
}

export interface Action extends Pick<Definition<never>, 'name' | 'alias' | 'about' | 'done' | 'many'> {
  takes: Takes;
  run: (services: Services, body: Body) => Promise<Answer>;
  /** Returns the function that runs for each album. @param beside fields that are read elsewhere */
  each: (body: Body, beside: readonly string[]) => (services: Services, uid: number) => Promise<Pick<Outcome, 'album'>>;
}

const ofOne = ['action', 'uid'];

export function noFiles(what: Words, { files }: Body): void {
  onlyKnown(files.keys(), [], say('what.files', { what }));
}

export const reading = <Given>(takes: Takes, read: Reader<Given>): Reads<Given> => Object.assign(read, { takes });

export const inFields = <Shape extends z.ZodRawShape>(
  fields: z.ZodObject<Shape>,
): Reads<z.output<z.ZodObject<Shape>>> =>
  reading({ fields }, (what, body, others) => {
    noFiles(what, body);
    return readFields(what, fields, body.fields, others);
  });

const inFiles = <Shape extends z.ZodRawShape>(files: z.ZodObject<Shape>): Reads<z.output<z.ZodObject<Shape>>> =>
  reading({ files }, (what, body, others) => readFiles(what, files, body, others));

/** Fields and files together. */
const inBoth = <Shape extends z.ZodRawShape, Files extends z.ZodRawShape>(
  fields: z.ZodObject<Shape>,
  files: z.ZodObject<Files>,
): Reads<z.output<z.ZodObject<Shape>> & z.output<z.ZodObject<Files>>> =>
  reading({ fields, files }, (what, body, others) => {
    const [given, sent] = readTogether(
      () => readFields(what, fields, body.fields, [...others, ...Object.keys(files.shape)]),
      () => {
        refuseTexts(files, body.fields);
        return readFields(say('what.files', { what }), files, body.files);
      },
    );
    return { ...given, ...sent };
  });

// Constants, because their types would not be inferred within the table.
const nothing = inFields(z.object({}));
const ofPen = inFields(penFields);
const ofPens = inFields(pensFields);
const ofFacts = reading({ fields: factsFields }, (what, body, others) => {
  noFiles(what, body);
  return factsOf(readFields(what, factsFields, body.fields, others));
});
const ofTrack = inFields(trackId);
const ofCut = inFields(trackCut);
const withCover = inFiles(coverFile);
const ofTrackWithPicture = inBoth(trackId, pictureFile);
const withTracks = inFiles(trackFiles);
const edits = reading({ fields: editSchema }, (what, body, others) => {
  noFiles(what, body);
  return sentEdit(what, body.fields, others);
});

export const action = <Given>({ name, alias, about, read, call, done, many }: Definition<Given>): Action => ({
  name,
  alias,
  about,
  done,
  takes: read.takes,
  many,
  run: async (services, body) => {
    const [uid, given] = readTogether(
      () => readValue('uid', albumUid, body.fields.get('uid')),
      () => read(say('what.action', { action: name }), body, ofOne),
    );
    return { action: name, uid, ...(await call(services, uid, given)) };
  },
  each: (body, beside) => {
    const given = read(say('what.action', { action: name }), body, ['action', ...beside]);
    return (services, uid) => call(services, uid, given);
  },
});

export const coreActions: readonly Action[] = [
  action({
    name: 'create_gme',
    alias: 'make_gme',
    about: { summary: 'Build the file for the pen, or wait for a running build. Returns when it is ready.' },
    read: nothing,
    call: async ({ albums }, uid) => ({ album: await albums.createGme(uid) }),
    done: 'done.create_gme',
    many: 'many.done.create_gme',
  }),
  action({
    name: 'copy_gme',
    alias: 'copy_to_pen',
    about: { summary: 'Copy the file to the pen and assign the album to it.' },
    read: ofPen,
    call: async ({ pens }, uid, { pen }) => ({ album: await pens.copy(uid, pen) }),
    done: 'done.copy_gme',
    many: 'many.done.copy_gme',
  }),
  action({
    name: 'delete',
    alias: 'delete_album',
    about: { summary: 'Delete the album and its files. It can be restored for 30 days.' },
    read: nothing,
    call: async (services, uid) => {
      const concerns = concernsOf(services, services.albums.get(uid), [uid], 'rests');
      return { album: await services.albums.remove(uid), concerns };
    },
    done: 'done.delete',
    many: 'many.done.delete',
  }),
  action({
    name: 'update',
    about: {
      summary: 'Change the given fields, all or none.',
      example: { album_title: 'Another title', tracks: [{ id: 1, track_title: 'Another one' }] },
      patterns: { [formTrack.source]: '`tracks` in form notation: title or number of the track with this id.' },
    },
    read: edits,
    call: async (services, uid, sent) => {
      const before = services.albums.get(uid);
      const edit = editOf(sent, before);
      const { oid = uid } = edit;
      const concerns = oid === uid ? {} : { concerns: concernsOf(services, before, [uid, oid], 'moved') };
      return { album: await services.albums.update(uid, edit), ...concerns };
    },
    done: 'done.update',
  }),
  action({
    name: 'choose_pens',
    about: { summary: 'Choose the pens that get the album.', example: { on_pens: 'all' } },
    read: ofPens,
    call: async ({ albums }, uid, edit) => ({ album: await albums.update(uid, edit) }),
    done: 'done.update',
    many: 'many.done.choose_pens',
  }),
  action({
    name: 'set_artist_year',
    about: {
      summary: 'Set the artist, the year or both. An empty field changes nothing.',
      example: { album_artist: 'The Example Band', album_year: 1999 },
    },
    read: ofFacts,
    call: async ({ albums }, uid, edit) => ({ album: await albums.update(uid, edit) }),
    done: 'done.update',
    many: 'many.done.set_artist_year',
  }),
  action({
    name: 'add_cover',
    about: { summary: 'Replace the cover.', example: { cover: 'cover.jpg' } },
    read: withCover,
    call: async ({ albums }, uid, { cover }) => ({ album: await albums.setCover(uid, cover) }),
    done: 'done.add_cover',
  }),
  action({
    name: 'delete_track',
    about: { summary: 'Delete a track.', example: { id: 1 } },
    read: ofTrack,
    call: async ({ albums }, uid, { id }) => ({ album: await albums.deleteTrack(uid, id) }),
    done: 'done.delete_track',
  }),
  action({
    name: 'cut_at_silences',
    about: {
      summary: 'Cut a track at silences into parts of at most about `minutes`, 8 by default.',
      example: { id: 1, minutes: 8 },
    },
    read: ofCut,
    call: async ({ albums }, uid, { id, minutes }) => ({ album: await albums.cutTrack(uid, id, minutes) }),
    done: 'done.cut_at_silences',
  }),
  action({
    name: 'add_track_picture',
    about: { summary: 'Set the picture of a track.', example: { id: 1, picture: 'picture.jpg' } },
    read: ofTrackWithPicture,
    call: async ({ albums }, uid, { id, picture }) => ({ album: await albums.setTrackPicture(uid, id, picture) }),
    done: 'done.add_track_picture',
  }),
  action({
    name: 'delete_track_picture',
    about: { summary: 'Delete the picture of a track.', example: { id: 1 } },
    read: ofTrack,
    call: async ({ albums }, uid, { id }) => ({ album: await albums.deleteTrackPicture(uid, id) }),
    done: 'done.delete_track_picture',
  }),
  action({
    name: 'add_tracks',
    about: { summary: 'Add tracks.', example: { files: ['03.mp3'] } },
    read: withTracks,
    call: ({ albums }, uid, { files }) => albums.addTracks(uid, files),
    done: 'done.add_tracks',
  }),
  action({
    name: 'cleanup',
    about: { summary: 'Delete generated files.' },
    read: nothing,
    call: async ({ albums }, uid) => ({ album: await albums.cleanup(uid) }),
    done: 'done.cleanup',
    many: 'many.done.cleanup',
  }),
  action({
    name: 'delete_from_pen',
    alias: 'delete_gme_tiptoi',
    about: { summary: 'Remove the album from the pen and unassign it.' },
    read: ofPen,
    call: async ({ pens }, uid, { pen }) => ({ album: await pens.remove(uid, pen) }),
    done: 'done.delete_from_pen',
    many: 'many.done.delete_from_pen',
  }),
];

const list = { name: 'list', run: null };

/** Null for `list`, which has no album. Throws `unknown_action` and `bad_field`. */
export function actionOf(actions: readonly Action[], { fields }: Body): Action | null {
  const found = namedAction<Action | typeof list>(fields, [...actions, list]);
  if (found.run !== null) return found;
  onlyKnown(fields.keys(), ['action'], say('what.action', { action: 'list' }));
  return null;
}
