/** One action on many albums: each by itself, whatever becomes of the others. */
import * as z from 'zod';
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import { readFields } from '../../../workers/base/input/read.js';
import { boolean, must, refusedAs, takenAs } from '../../../workers/base/input/schema.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Fields } from '../../request/fields.js';
import { listOf } from '../../request/list-of.js';
import type { Services } from '../../services.js';
import type { PenView } from '../pens/service.js';
import { chosenAlbums } from './choose.js';
import { albumUid } from './input.js';
import { queryOf, type LibraryQuery } from './query.js';

/** Whether a request names many albums, or asks for what only many are asked. */
export const isOfMany = (fields: Fields): boolean => ['uids', 'found', 'query'].some((name) => fields.has(name));

/** The fields that say which ones. */
export const manyFields = ['uids', 'found', 'query', 'confirmed'];

/** @param pens that are known */
export const manySchema = (pens: readonly PenView[]) =>
  z.object({
    uids: takenAs(
      z.array(albumUid),
      must(
        say('wrong.oids'),
        z.preprocess(listOf, z.array(albumUid)).transform((uids) => [...new Set(uids)]),
      ),
    ).default([]),
    /** Also all that `query` finds. */
    found: boolean.default(false),
    /** The part of an address of the library behind the question mark; its order is that of the albums. */
    query: takenAs(
      z.string(),
      refusedAs(
        z.string().transform((text, context): LibraryQuery => {
          try {
            return queryOf(text, pens);
          } catch (thrown) {
            context.addIssue(String(thrown instanceof TonstiftError ? thrown.words : thrown));
            return z.NEVER;
          }
        }),
        (_, problem) => problem,
      ),
    ).optional(),
    /** A person has seen what it concerns. */
    confirmed: boolean.default(false),
  });

export interface Many {
  uids: readonly number[];
  query: LibraryQuery;
  confirmed: boolean;
}

/**
 * Which albums are meant, in the order in which the library shows them; those that it does not have come last.
 * @param others fields that may be there too, and are not read
 * @throws TonstiftError `bad_field`, also where none is meant
 */
export function readMany(services: Services, fields: Fields, others: readonly string[]): Many {
  const { albums, pens } = services;
  const given = readFields(say('what.many'), manySchema(pens.list()), fields, others);
  const query = given.query ?? queryOf('', pens.list());
  const all = albums.list();
  const named = new Set([
    ...given.uids,
    ...(given.found ? chosenAlbums(all, query, pens.list()).map(({ oid }) => oid) : []),
  ]);
  if (named.size === 0) throw badFields({ uids: say('wrong.no_uids') });
  const inOrder = given.query === undefined ? [...named] : shownFirst(named, all, query);
  return { uids: inOrder, query, confirmed: given.confirmed };
}

function shownFirst(
  named: ReadonlySet<number>,
  albums: ReturnType<Services['albums']['list']>,
  { sort }: LibraryQuery,
): number[] {
  const order = chosenAlbums(albums, { q: '', sort, filter: [], pen: [] }).map(({ oid }) => oid);
  return [...new Set([...order.filter((oid) => named.has(oid)), ...named])];
}
