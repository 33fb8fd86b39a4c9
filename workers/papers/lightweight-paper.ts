import type { LightweightPaper as Model } from './types.js';
import { idOf, isRecord, shown, yearOf } from './values.js';

/** The validated model of a paper, as a type and as a value: `LightweightPaper.parse(anything)`. */
export type LightweightPaper = Model;

type Check = (value: unknown) => { value: unknown } | { wrong: string };

const text: Check = (value) => (typeof value === 'string' ? { value } : { wrong: 'expected text' });
const filledText: Check = (value) =>
  typeof value === 'string' && value.trim() !== '' ? { value } : { wrong: 'expected text that is not empty' };
const texts =
  (least: number): Check =>
  (value) =>
    Array.isArray(value) &&
    value.length >= least &&
    value.every((item) => typeof item === 'string' && item.trim() !== '')
      ? { value: [...(value as string[])] }
      : {
          wrong: `expected a list of ${least > 0 ? 'at least one name' : 'words'}, each of them text that is not empty`,
        };
const year: Check = (value) => {
  const known = yearOf(value);
  return known === undefined ? { wrong: 'expected a whole number from 1900 to 2100' } : { value: known };
};
const id: Check = (value) =>
  typeof value === 'string' || Number.isSafeInteger(value)
    ? { value: idOf(value as number | string) }
    : { wrong: 'expected a whole number or text' };

const required: Readonly<Record<string, Check>> = {
  title: filledText,
  authors: texts(1),
  abstract: text,
  session: text,
  poster_position: text,
  year,
  conference: filledText,
};
const optional: Readonly<Record<string, Check>> = {
  original_id: id,
  keywords: texts(0),
  paper_pdf_url: text,
  poster_image_url: text,
  url: text,
  room_name: text,
  starttime: text,
  endtime: text,
  award: text,
  decision: text,
};

/**
 * Checks the documented fields and leaves other keys out.
 * A number may come as text (`"2025"`); an optional field that is null or "" is left out.
 * @throws Error whose message names every wrong field
 */
function parse(input: unknown): LightweightPaper {
  if (!isRecord(input))
    throw new Error(`A paper is an object with a title, authors, year and conference, not ${shown(input)}.`);
  const paper: Record<string, unknown> = {};
  const wrong: string[] = [];
  const take = (field: string, check: Check): void => {
    const result = check(input[field]);
    if ('wrong' in result) wrong.push(`${field} is ${shown(input[field])}, ${result.wrong}`);
    else paper[field] = result.value;
  };
  for (const [field, check] of Object.entries(required)) {
    if (input[field] === undefined || input[field] === null) wrong.push(`${field} is missing`);
    else take(field, check);
  }
  for (const [field, check] of Object.entries(optional)) {
    if (input[field] !== undefined && input[field] !== null && input[field] !== '') take(field, check);
  }
  if (wrong.length > 0) throw new Error(`This is no paper: ${wrong.join('; ')}.`);
  return paper as unknown as LightweightPaper;
}

export const LightweightPaper = { parse } as const;
