/** Which albums are to be printed, and how: from a query or a body. */
import { badFields, TonstiftError } from '../../../workers/base/errors.js';
import type { LayoutField, PrintLayout } from '../../../workers/print/sheet/print-layout.js';
import { onlyKnown, type Fields } from '../../request/fields.js';
import type { PrintOrder } from './service.js';
import type { Services } from '../../services.js';
import { attempt, BadValue, integer, shown, throwProblems, type Parser } from '../../request/values.js';

export const layoutNames: readonly LayoutField[] = [
  'preset',
  'page_size',
  'margin',
  'columns',
  'tile_size',
  'show_cover',
  'show_album_info',
  'show_controls',
  'show_tracks',
  'show_general_controls',
  'dpi',
  'pixel_size',
];

/** `920,921`, `920` repeated, a JSON list; each once, in the order given. Nothing at all is an empty list. */
const oidList: Parser<number[]> = (raw) => {
  const parts = (Array.isArray(raw) ? (raw as unknown[]) : [raw]).flatMap((part): unknown[] =>
    typeof part === 'string' ? part.replace(/^\s*\[(.*)\]\s*$/s, '$1').split(',') : [part],
  );
  const given = parts.map((part) => (typeof part === 'string' ? part.trim() : part)).filter((part) => part !== '');
  const oids = given.map((part) => {
    try {
      return integer(1, 999)(part);
    } catch {
      throw new BadValue(`must list album numbers from 1 to 999, separated by commas, not ${shown(raw)}.`);
    }
  });
  return [...new Set(oids)];
};

/** Of a repeated field the last counts: a checkbox comes after its hidden false. */
const lastOf = (raw: unknown): unknown => (Array.isArray(raw) ? (raw as unknown[]).at(-1) : raw);

/** Throws `bad_field` for each name that is no field of printing. */
function checkNames(fields: Fields, others: readonly string[]): void {
  onlyKnown(fields.keys(), new Set(['oids', ...layoutNames, ...others]), 'Printing');
}

const layoutOf = (fields: Fields, { print }: Services): PrintLayout =>
  print.layout(new Map([...fields].map(([name, raw]) => [name, lastOf(raw)])));

/**
 * The layout alone: `oids` may stand there, as in the form of a sheet, and is not looked at.
 * Throws `bad_field` for what cannot be.
 * @param others names that may stand there too
 */
export function printLayout(fields: Fields, services: Services, others: readonly string[] = []): PrintLayout {
  checkNames(fields, others);
  return layoutOf(fields, services);
}

/**
 * Fields that are not given are the kept ones; without `oids`, all albums.
 * Throws `bad_field` for what cannot be, `album_not_found`, `no_albums` where the library is empty.
 * @param others names that may stand there too
 */
export function printOrder(fields: Fields, services: Services, others: readonly string[] = []): PrintOrder {
  const { albums, print } = services;
  checkNames(fields, others);
  const problems: Record<string, string> = {};
  const asked = attempt(problems, 'oids', fields.get('oids') ?? '', oidList) ?? [];
  let layout = print.kept();
  try {
    layout = layoutOf(fields, services);
  } catch (thrown) {
    if (!(thrown instanceof TonstiftError) || thrown.code !== 'bad_field') throw thrown;
    throw badFields({ ...problems, ...thrown.fields });
  }
  throwProblems(problems);
  const known = albums.list().map((album) => album.oid);
  const unknown = asked.filter((oid) => !known.includes(oid));
  if (unknown.length > 0)
    throw new TonstiftError('album_not_found', `There is no album ${unknown.slice(0, 5).join(', ')}.`);
  const oids = asked.length > 0 ? asked : known;
  if (oids.length === 0) throw new TonstiftError('no_albums', 'There are no albums to print yet.');
  return { oids, layout };
}

/** What was printed last, as far as it is still there; else all albums with the kept layout. */
export function lastOrder(services: Services): PrintOrder {
  const last = services.print.last();
  const known = new Set(services.albums.list().map((album) => album.oid));
  const oids = last?.oids.filter((oid) => known.has(oid)) ?? [];
  return last !== null && oids.length > 0 ? { oids, layout: last.layout } : printOrder(new Map(), services);
}
