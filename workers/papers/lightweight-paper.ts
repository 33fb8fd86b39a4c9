import * as z from 'zod/v4';
import { problemsOf } from '../base/input/read.js';
import { isRecord } from '../base/input/record.js';
import { refusedAs } from '../base/input/schema.js';
import { shown } from '../base/input/shown.js';
import type { LightweightPaper as Model } from './types.js';
import { idOf, yearOf } from './values.js';

/** The validated model of a paper, as a type and as a value: `LightweightPaper.parse(anything)`. */
export type LightweightPaper = Model;

const expect = <Schema extends z.ZodType>(expected: string, schema: Schema) =>
  refusedAs(schema, (raw) =>
    raw === undefined || raw === null ? 'is missing' : `is ${shown(raw)}, expected ${expected}`,
  );
/** Omits the field if it is null or "". */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((raw) => (raw === null || raw === '' ? undefined : raw), schema.optional());

const text = expect('text', z.string());
const filled = z.string().refine((given) => given.trim() !== '');
const filledText = expect('text that is not empty', filled);
const names = 'a list of at least one name, each of them text that is not empty';

const paper = z.object({
  title: filledText,
  authors: expect(names, z.array(filled).min(1)),
  abstract: text,
  session: text,
  poster_position: text,
  year: expect('a whole number from 1900 to 2100', z.unknown().transform(yearOf).pipe(z.number())),
  conference: filledText,
  original_id: optional(expect('a whole number or text', z.union([z.string(), z.int()]).transform(idOf))),
  keywords: optional(expect('a list of words, each of them text that is not empty', z.array(filled))),
  paper_pdf_url: optional(text),
  poster_image_url: optional(text),
  url: optional(text),
  room_name: optional(text),
  starttime: optional(text),
  endtime: optional(text),
  award: optional(text),
  decision: optional(text),
});

/**
 * Checks the documented fields and drops other keys. Accepts a number as text (`"2025"`). Omits an optional field that
 * is null or "".
 * @throws Error whose message names every wrong field
 */
function parse(input: unknown): LightweightPaper {
  if (!isRecord(input))
    throw new Error(`A paper is an object with a title, authors, year and conference, not ${shown(input)}.`);
  const result = paper.safeParse(input);
  if (!result.success) {
    const wrong = Object.entries(problemsOf(result.error)).map(([field, problem]) => `${field} ${String(problem)}`);
    throw new Error(`This is not a valid paper: ${wrong.join('; ')}.`);
  }
  const all: LightweightPaper = result.data;
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as LightweightPaper;
}

export const LightweightPaper = { parse } as const;
