/** One action on many albums, each separately. A failure does not affect the others. */
import * as z from 'zod/v4';
import { badFields } from '../../../../workers/base/errors.js';
import { readFields } from '../../../../workers/base/input/read.js';
import { boolean, issueOf, refusedAs, takenAs } from '../../../../workers/base/input/schema.js';
import { say } from '../../../../workers/base/language/sentence.js';
import type { Fields } from '../../../request/fields.js';
import { problemOf } from '../../../response/errors.js';
import type { Services } from '../../../services.js';
import type { PenView } from '../../pens/service.js';
import { chosenAlbums } from './choose.js';
import { albumUid, albumUids } from '../input.js';
import { queryOf, type LibraryQuery } from '../query.js';

/** Whether a request is about many albums: it has a field that only such requests have. */
export const isOfMany = (fields: Fields): boolean => ['uids', 'found', 'query'].some((name) => fields.has(name));

/** The fields that select the albums. */
export const manyFields = ['uids', 'found', 'query', 'confirmed'];

/** @param pens all known pens */
export const manySchema = (pens: readonly PenView[]) =>
  z.object({
    uids: takenAs(z.array(albumUid), albumUids(z.array(albumUid))).default([]),
    /** Selects all albums that `query` finds, too. */
    found: boolean.default(false),
    /** The query of a library page; the albums are processed in its order. */
    query: takenAs(
      z.string(),
      refusedAs(
        z.string().transform((text, context): LibraryQuery => {
          try {
            return queryOf(text, pens);
          } catch (thrown) {
            const problem = problemOf(thrown);
            if (problem === null) throw thrown;
            context.addIssue(issueOf(problem.words));
            return z.NEVER;
          }
        }),
        (_, problem) => problem,
      ),
    ).optional(),
    /** Set if a person has confirmed. */
    confirmed: boolean.default(false),
  });

export interface Many {
  uids: readonly number[];
  query: LibraryQuery;
  confirmed: boolean;
}

/**
 * The selected albums, in the order of the library; unknown ones are last.
 * @param others fields that may also be present; they are ignored
 * @throws TonstiftError `bad_field`, also if no album is selected
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
