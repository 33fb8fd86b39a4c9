/** Which albums a page of the library shows, in which order: out of an address, and as one. */
import { parse } from 'node:querystring';
import * as z from 'zod';
import { readFields } from '../../../workers/base/input/read.js';
import { choice, integer, line } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Fields } from '../../request/fields.js';
import { listOf } from '../../request/list-of.js';
import type { PenView } from '../pens/service.js';

export const sorts = ['newest', 'title', 'artist', 'oid'] as const;
export const filters = ['problem', 'not_printed'] as const;
/** In place of a pen: on none. */
export const noPen = 'none';

const several = <Item extends z.ZodType>(item: Item) =>
  z
    .preprocess(
      listOf,
      z.array(item).transform((list) => [...new Set(list)]),
    )
    .default([]);

/** By its id, its serial number or its name. */
const penOf = (pens: readonly PenView[]) =>
  z.preprocess(
    (raw) => pens.find(({ id, serial, name }) => [id, serial, name].includes(raw as string))?.id ?? raw,
    choice([noPen, ...pens.map(({ id }) => id)]),
  );

/** A schema costs more than what it reads; the pens are the same for months. */
let known: { pens: string; schema: ReturnType<typeof newSchema> } | undefined;

/** What an address may say; a pen that there is not is refused. */
export function librarySchema(pens: readonly PenView[]): ReturnType<typeof newSchema> {
  const names = JSON.stringify(pens.map(({ id, serial, name }) => [id, serial, name]));
  if (known?.pens !== names) known = { pens: names, schema: newSchema(pens) };
  return known.schema;
}

const newSchema = (pens: readonly PenView[]) =>
  z.object({
    q: line('may be empty').default(''),
    sort: choice(sorts).default('newest'),
    /** All of them hold of an album that is shown. */
    filter: several(choice(filters)),
    /** Ids of pens, or `noPen`; the album is on each of them. */
    pen: several(penOf(pens)),
    /** 1-based. */
    page: integer(1, 100_000).default(1),
  });

export type LibraryQuery = z.output<ReturnType<typeof librarySchema>>;

/**
 * Fields of other names are left alone.
 * @param pens that are known
 * @throws TonstiftError `bad_field` that names what there is
 */
export const libraryQuery = (query: Fields, pens: readonly PenView[] = []): LibraryQuery =>
  readFields(say('what.library'), librarySchema(pens), query, [...query.keys()]);

/** As `libraryQuery`, of the part of an address behind the question mark. */
export const queryOf = (text: string, pens: readonly PenView[]): LibraryQuery =>
  libraryQuery(new Map(Object.entries(parse(text))), pens);

/** The part of an address behind the question mark; what is as usual is left out. */
export function queryText({ q, sort, filter, pen, page }: LibraryQuery): string {
  const text = new URLSearchParams();
  if (q !== '') text.set('q', q);
  if (sort !== 'newest') text.set('sort', sort);
  for (const one of filter) text.append('filter', one);
  for (const one of pen) text.append('pen', one);
  if (page > 1) text.set('page', String(page));
  return text.toString();
}

/** An address with it. */
export function withQuery(address: string, query: LibraryQuery): string {
  const text = queryText(query);
  return text === '' ? address : `${address}?${text}`;
}
