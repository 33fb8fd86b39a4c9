/** Parses which albums to print, and how, from a query or a body. */
import * as z from 'zod/v4';
import { TonstiftError } from '../../../workers/base/errors.js';
import { onlyKnown, readFields, readTogether } from '../../../workers/base/input/read.js';
import { choice, integer, must } from '../../../workers/base/input/schema.js';
import type { PatternLook } from '../../../workers/print/output/album-patterns.js';
import type { PrintLayout } from '../../../workers/print/sheet/print-layout.js';
import type { Fields } from '../../request/fields.js';
import { listOf } from '../../request/list-of.js';
import type { Services } from '../../services.js';
import { albumUid, albumUids } from '../albums/input.js';
import { sheetFormats, type PrintOrder } from './service.js';
import { say } from '../../../workers/base/language/sentence.js';

export const order = z.object({ oids: albumUids(z.array(albumUid)).default([]) });

/** The albums that were not printed after all. They must be named, so that a slip does not mean all. */
export const notPrinted = z.object({ oids: albumUids(z.array(albumUid).min(1)) });

/** The first page is 1. */
export const pageNumber = integer(1, 100_000).default(1);

export const testSheetQuery = z.object({ format: choice(sheetFormats).optional() });

/** Millimetres, as in the name of a pattern image: `24`, `40x10`. */
const sizeText = /^(\d{1,3}(?:\.\d{1,3})?)(?:x(\d{1,3}(?:\.\d{1,3})?))?$/;

export const patternQuery = z.object({
  size: must(
    say('wrong.pattern_size'),
    z
      .string()
      .regex(sizeText)
      .transform((text) => {
        const [, width, height = width] = sizeText.exec(text) ?? [];
        return { width: Number(width), height: Number(height) };
      }),
  ).default({ width: 24, height: 24 }),
  dpi: integer(300, 2400).optional(),
  pixel_size: integer(1, 4).optional(),
});

/** The look of single patterns; missing fields are as on sheets. */
export function patternLook(query: Fields, { print }: Services): PatternLook {
  const { size, dpi, pixel_size: dotSize } = readFields(say('what.patterns'), patternQuery, query);
  const kept = print.kept();
  return { ...size, dpi: dpi ?? kept.dpi, dotSize: dotSize ?? kept.pixel_size };
}

/** The last value of a repeated field, because a checkbox follows its hidden `false`. */
const lastOf = (raw: unknown): unknown => (Array.isArray(raw) ? (raw as unknown[]).at(-1) : raw);

const layoutNames = ({ print }: Services): string[] => Object.keys(print.kept());

const layoutOf = (fields: Fields, { print }: Services): PrintLayout =>
  print.layout(new Map([...fields].map(([name, raw]) => [name, lastOf(raw)])));

/**
 * The layout alone. `oids` may be present, as in the form of a sheet, but is ignored. Throws `bad_field`.
 * @param others names of further fields that may be present
 */
export function printLayout(fields: Fields, services: Services, others: readonly string[]): PrintLayout {
  onlyKnown(fields.keys(), [...Object.keys(order.shape), ...layoutNames(services), ...others], say('what.print'));
  return layoutOf(fields, services);
}

/**
 * Missing fields have their stored value; without `oids`, all albums. Throws `bad_field`, `album_not_found`, and
 * `no_albums` if the library is empty.
 * @param others names of further fields that may be present
 */
export function printOrder(fields: Fields, services: Services, others: readonly string[] = []): PrintOrder {
  const [{ oids: asked }, layout] = readTogether(
    () => readFields(say('what.print'), order, fields, [...layoutNames(services), ...others]),
    () => layoutOf(fields, services),
  );
  const known = new Set(services.albums.list().map((album) => album.oid));
  const unknown = asked.filter((oid) => !known.has(oid));
  if (unknown.length > 0)
    throw new TonstiftError('album_not_found', say('error.no_album', { oids: unknown.slice(0, 5).join(', ') }));
  const oids = asked.length > 0 ? asked : [...known];
  if (oids.length === 0) throw new TonstiftError('no_albums', say('error.no_albums'));
  return { oids, layout };
}

/** The last printed order without deleted albums; otherwise all albums with the stored layout. */
export function lastOrder(services: Services): PrintOrder {
  const last = services.print.last();
  const known = new Set(services.albums.list().map((album) => album.oid));
  const oids = last?.oids.filter((oid) => known.has(oid)) ?? [];
  return last !== null && oids.length > 0 ? { oids, layout: last.layout } : printOrder(new Map(), services);
}

/** The valid album numbers of a form, to show it again. */
export const typedOids = (fields: Fields): number[] => [
  ...new Set(listOf(fields.get('oids')).flatMap((part) => albumUid.safeParse(part).data ?? [])),
];

/** The values of a form, to show it again. */
export function typedLayout(query: Fields, services: Services): Partial<Record<keyof PrintLayout, unknown>> {
  const boolean = (text: unknown): unknown => (text === 'true' ? true : text === 'false' ? false : text);
  const names = layoutNames(services).filter((name) => query.has(name));
  return Object.fromEntries(names.map((name) => [name, boolean(lastOf(query.get(name)))]));
}
