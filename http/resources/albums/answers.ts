/** The schemas of albums in responses, for the OpenAPI document and tests. */
import * as z from 'zod/v4';
import type { AlbumView, Rejected, SheetView, TrackView } from '../../../workers/library/types.js';
import { time } from '../../operations/answers.js';
import { loudnesses, playerModes, sounds, spokenTitles } from '../../response/words.js';
import { penAnswer } from '../pens/answers.js';
import type { Concerns } from './concerns.js';

const track = z
  .object({
    id: z.int().describe('Unique in the library, never reused.'),
    album_oid: z.int(),
    track_number: z.int().describe('Its place in the album, from 1.'),
    track_title: z.string(),
    filename: z.string(),
    duration: z.number().describe('Milliseconds.'),
    artist: z.string(),
    disc: z.int(),
    genre: z.string(),
    picture_image: z.string().nullable().describe('Path of the picture of the track.'),
  } satisfies { [Name in keyof TrackView]-?: z.ZodType<TrackView[Name]> })
  .meta({ id: 'Track' });

const printed = { oid: z.int(), at: time, by: z.enum(['page', 'http']) };

export const albumAnswer = z
  .object({
    oid: z.int().min(1).max(992).describe('The number that the pen reads from paper.'),
    album_title: z.string(),
    album_artist: z.string(),
    album_year: z.int().nullable(),
    num_tracks: z.int(),
    cover_image: z.string().nullable().describe('Path of the cover.'),
    player_mode: z.enum(playerModes),
    sound: z.enum(sounds).describe('What the tracks that the pen cannot play are converted as.'),
    spoken_title: z
      .enum(spokenTitles)
      .describe('The language in which the start field says the title first, or `off`.'),
    loudness: z.enum(loudnesses).describe('Which tracks become equally loud: the converted ones, all, or none.'),
    gme_file: z.string().nullable().describe('Name of the file for the pen, if it exists.'),
    gme_state: z.enum(['missing', 'building', 'ready', 'failed']),
    gme_error: z.string().nullable().describe('Why the file could not be built.'),
    gme_size: z.number().nullable().describe('Bytes.'),
    on_pens: z.union([z.enum(['all', 'none']), z.array(z.string())]).describe('The pens to which it is copied.'),
    added_at: time,
    changed_at: time,
    printed: z.array(z.object(printed)).describe('The last sheet under each number, newest first.'),
    tracks: z.array(track),
  } satisfies { [Name in keyof AlbumView]-?: z.ZodType<AlbumView[Name]> })
  .meta({ id: 'Album' });

export const albumsAnswer = z.array(albumAnswer);

const reasonsAnswer = z.array(
  z.object({ filename: z.string(), reason: z.string() } satisfies {
    [Name in keyof Rejected]: z.ZodType<Rejected[Name]>;
  }),
);

export const rejectedAnswer = reasonsAnswer.describe('Files that could not be added.');

export const warningsAnswer = reasonsAnswer.describe(
  'Files that were added, but not as they should be: tracks whose end is missing, and pictures that cannot be a cover.',
);

export const concernsAnswer = z
  .object({
    oids: z.array(z.int()).describe('The old and the new number.'),
    sheets: z.array(
      z.object({ ...printed, album_title: z.string() } satisfies {
        [Name in keyof SheetView]: z.ZodType<SheetView[Name]>;
      }),
    ),
    pens: z.array(penAnswer.pick({ id: true, name: true, plugged_in: true })),
    message: z.string().describe('The same as a sentence.'),
  } satisfies { [Name in keyof Omit<Concerns, 'message'>]: z.ZodType<Concerns[Name]> } & { message: z.ZodType<string> })
  .meta({ id: 'Concerns' });
