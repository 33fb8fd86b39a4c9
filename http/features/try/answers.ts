/** The responses to taps, for the scripts and the OpenAPI document. */
import * as z from 'zod/v4';
import { say } from '../../../workers/base/language/sentence.js';
import { success } from '../../operations/answers.js';
import { path } from '../../response/html.js';
import type { TryAnswer, TryPlace } from './service.js';

/** The path of the page of a GME file; all its other paths begin with it. */
export const tryPath = (place: TryPlace): string =>
  'oid' in place ? `/library/${place.oid}/try` : `/try/${place.file}`;

export const mediumPath = (place: TryPlace, medium: number): string => `${tryPath(place)}/media/${medium}`;

/** Adds to each sound its URL, and the text to show while it plays. */
export const answerJson = (place: TryPlace, { sounds, ...rest }: TryAnswer): object => ({
  ...rest,
  sounds: sounds.map((sound) => ({
    ...sound,
    url: path(mediumPath(place, sound.medium)),
    says: say('try.plays', { what: sound.title }),
  })),
});

const area = { x: z.number(), y: z.number(), width: z.number(), height: z.number() };
const placed = z.object({ ...area, pixels: z.object(area) });

export const scanAnswer = z
  .object({
    success,
    width: z.int().describe('Pixels.'),
    height: z.int(),
    dpi: z.int().nullable().describe('Null if unknown.'),
    dpi_from: z.enum(['given', 'file', 'dots']).nullable(),
    scale: z.number().nullable().describe('The scale of the print: 0.97 if it is 3 % too small.'),
    angle: z.number().nullable().describe('Clockwise rotation of the page in degrees.'),
    codes: z
      .array(placed.extend({ code: z.int(), meaning: z.string().nullable() }))
      .describe('In reading order; positions in millimetres from the upper left corner.'),
    unread: z.array(placed).describe('Areas of dots whose code cannot be read.'),
    problems: z.array(z.object({ kind: z.string(), text: z.string() })).describe('Most important first.'),
  })
  .meta({ id: 'ReadPage' });
