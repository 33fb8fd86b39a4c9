/** What a tap is answered with, for a script and for a document. */
import * as z from 'zod';
import { say } from '../../../workers/base/language/sentence.js';
import { success } from '../../openapi/answers.js';
import type { TryAnswer, TryPlace } from './service.js';

/** Path of the page of a file to be heard, below which all of it is. */
export const tryPath = (place: TryPlace): string =>
  'oid' in place ? `/library/${place.oid}/try` : `/try/${place.file}`;

export const mediumPath = (place: TryPlace, medium: number): string => `${tryPath(place)}/media/${medium}`;

/** With the address of each sound, and what is to be said when it plays. */
export const answerJson = (place: TryPlace, { sounds, ...rest }: TryAnswer): object => ({
  ...rest,
  sounds: sounds.map((sound) => ({
    ...sound,
    url: mediumPath(place, sound.medium),
    says: say('try.plays', { what: sound.title }),
  })),
});

const factAnswer = z
  .object({
    words: z.string(),
    script: z.string().optional().describe('The line that runs, as the public assembler writes it.'),
    register: z.object({ number: z.int(), before: z.int(), after: z.int() }).optional(),
    unknown: z.literal(true).optional().describe('It cannot be done here.'),
  })
  .meta({ id: 'TapFact' });

export const tapAnswer = z
  .object({
    success,
    code: z.union([z.int(), z.literal('timer')]),
    sounds: z.array(
      z.object({
        medium: z.int().describe('Counted from 0.'),
        url: z.string(),
        title: z.string(),
        says: z.string(),
        code: z.int().nullable().describe('Whose script plays it.'),
        facts: z.array(factAnswer).describe('What was done before it began.'),
        state: z.string().describe('For the tap that interrupts it.'),
      }),
    ),
    facts: z.array(factAnswer).describe('What is done after the last sound.'),
    end: z.string().nullable().describe('Why it is over; null where there are more sounds.'),
    more: z.int().nullable().describe('`from` of the request for more sounds, with `before` as its `state`.'),
    before: z.string().nullable().describe('The state with which the tap began; null where there are no more sounds.'),
    state: z.string().describe('For the next tap, when all was heard.'),
    timer: z.number().nullable().describe('Milliseconds of silence after which the timer fires.'),
  })
  .meta({ id: 'Tapped' });

export const fileAnswer = z
  .object({
    name: z.string(),
    size: z.int().describe('Bytes.'),
    product: z.int(),
    language: z.string().describe('As in the header; empty for any.'),
    date: z.string(),
    comment: z.string(),
    media: z.int(),
    unknown: z.array(z.string()).describe('What the virtual pen cannot do of it.'),
    codes: z.array(
      z.object({
        code: z.int(),
        words: z.string().nullable().describe('What it is for.'),
        lines: z.int().describe('Of its script.'),
        media: z.int().describe('Sounds that it may play.'),
      }),
    ),
    expires: z.number().nullable().describe('Milliseconds since 1970; null where it stays.'),
  })
  .meta({ id: 'GmeFile' });

const area = { x: z.number(), y: z.number(), width: z.number(), height: z.number() };
const placed = z.object({ ...area, pixels: z.object(area) });

export const scanAnswer = z
  .object({
    success,
    width: z.int().describe('Pixels.'),
    height: z.int(),
    dpi: z.int().nullable().describe('Null where nobody knows.'),
    dpi_from: z.enum(['given', 'file', 'dots']).nullable(),
    scale: z.number().nullable().describe('Of the print: 0.97 where it is 3 % too small.'),
    angle: z.number().nullable().describe('Degrees by which the page lies to the right.'),
    codes: z
      .array(placed.extend({ code: z.int(), meaning: z.string().nullable() }))
      .describe('In the order of reading; in millimetres from the upper left corner.'),
    unread: z.array(placed).describe('Dots whose code cannot be read.'),
    problems: z.array(z.object({ kind: z.string(), text: z.string() })).describe('The most important first.'),
  })
  .meta({ id: 'ReadPage' });
