/** Parses and writes the query of a library page: which albums it shows, and in which order. */
import { parse } from 'node:querystring';
import * as z from 'zod/v4';
import { readFields } from '../../../workers/base/input/read.js';
import { choice, integer, line } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Fields } from '../../request/fields.js';
import { listOf } from '../../request/list-of.js';
import type { PenView } from '../pens/service.js';

export const sorts = ['newest', 'title', 'artist', 'oid'] as const;
export const filters = ['problem', 'not_printed'] as const;
/** The value of `pen` for albums on no pen. */
export const noPen = 'none';

const several = <Item extends z.ZodType>(item: Item) =>
  z
    .preprocess(
      listOf,
      z.array(item).transform((list) => [...new Set(list)]),
    )
    .default([]);

/** Finds a pen by its id, serial number or name. */
const penOf = (pens: readonly PenView[]) =>
  z.preprocess(
    (raw) => pens.find(({ id, serial, name }) => [id, serial, name].includes(raw as string))?.id ?? raw,
    choice([noPen, ...pens.map(({ id }) => id)]),
  );

/** The schema of a query; an unknown pen is rejected. */
export const librarySchema = (pens: readonly PenView[]) =>
  z.object({
    q: line('may be empty').default(''),
    sort: choice(sorts).default('newest'),
    /** An album must match all of them. */
    filter: several(choice(filters)),
    /** Ids of pens, or `noPen`. The album must be on each of them. */
    pen: several(penOf(pens)),
    /** 1-based. */
    page: integer(1, 100_000).default(1),
  });

export type LibraryQuery = z.output<ReturnType<typeof librarySchema>>;

/**
 * Ignores fields of other names.
 * @param pens all known pens
 * @throws TonstiftError `bad_field`, which names the valid values
 */
export const libraryQuery = (query: Fields, pens: readonly PenView[] = []): LibraryQuery =>
  readFields(say('what.library'), librarySchema(pens), query, [...query.keys()]);

/** Like `libraryQuery`, for the text after the question mark of an address. */
export const queryOf = (text: string, pens: readonly PenView[]): LibraryQuery =>
  libraryQuery(new Map(Object.entries(parse(text))), pens);

/** The text after the question mark of an address, without default values. */
export function queryText({ q, sort, filter, pen, page }: LibraryQuery): string {
  const text = new URLSearchParams();
  if (q !== '') text.set('q', q);
  if (sort !== 'newest') text.set('sort', sort);
  for (const one of filter) text.append('filter', one);
  for (const one of pen) text.append('pen', one);
  if (page > 1) text.set('page', String(page));
  return text.toString();
}

/** An address with the query. */
export function withQuery(address: string, query: LibraryQuery): string {
  const text = queryText(query);
  return text === '' ? address : `${address}?${text}`;
}
