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

const factAnswer = z
  .object({
    words: z.string(),
    script: z.string().optional().describe('The script line, in the notation of the public assembler.'),
    register: z.object({ number: z.int(), before: z.int(), after: z.int() }).optional(),
    unknown: z.literal(true).optional().describe('The virtual pen does not support it.'),
  })
  .meta({ id: 'TapFact' });

export const tapAnswer = z
  .object({
    success,
    code: z.union([z.int(), z.literal('timer')]),
    sounds: z.array(
      z.object({
        medium: z.int().describe('The first is 0.'),
        url: z.string(),
        title: z.string(),
        says: z.string(),
        code: z.int().nullable().describe('The code whose script plays it.'),
        facts: z.array(factAnswer).describe('Actions before it began.'),
        state: z.string().describe('For a tap that interrupts it.'),
      }),
    ),
    facts: z.array(factAnswer).describe('Actions after the last sound.'),
    end: z.string().nullable().describe('Why it ended; null if there are more sounds.'),
    more: z.int().nullable().describe('`from` of the request for more sounds, with `before` as its `state`.'),
    before: z.string().nullable().describe('The state before the tap; null if there are no more sounds.'),
    state: z.string().describe('For the next tap, after all sounds.'),
    timer: z.number().nullable().describe('Milliseconds of silence after which the timer fires.'),
  })
  .meta({ id: 'Tapped' });

export const fileAnswer = z
  .object({
    name: z.string(),
    size: z.int().describe('Bytes.'),
    product: z.int(),
    language: z.string().describe('From the header; empty for any language.'),
    date: z.string(),
    comment: z.string(),
    media: z.int(),
    unknown: z.array(z.string()).describe('Features that the virtual pen does not support.'),
    codes: z.array(
      z.object({
        code: z.int(),
        words: z.string().nullable().describe('The purpose of the code.'),
        lines: z.int().describe('Number of lines of its script.'),
        media: z.int().describe('Number of sounds that it may play.'),
      }),
    ),
    expires: z.number().nullable().describe('Milliseconds since 1970; null if it does not expire.'),
  })
  .meta({ id: 'GmeFile' });

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
