/** Fields of a query or a body as a map, so that no field name can reach an object's prototype. */
import { parse } from 'node:querystring';
import type { Context } from 'koa';
import { badFields, TonstiftError } from '../../workers/base/errors.js';
import { NoJson, parseJson } from '../../workers/base/input/json.js';
import { isRecord } from '../../workers/base/input/record.js';
import { HttpError } from '../response/errors.js';
import { say } from '../../workers/base/language/sentence.js';

export type Fields = ReadonlyMap<string, unknown>;

/**
 * The fields of the query; a repeated field is a list. The number is not limited: the form of a sheet names each of 992
 * albums.
 */
export const queryFields = (ctx: Context): Fields =>
  new Map(Object.entries(parse(ctx.querystring, '&', '=', { maxKeys: 0 })));

/** The form without files that a request has sent; empty if there is none. */
export const sentForm = (ctx: Context): Fields => (ctx.state as { form?: Fields }).form ?? new Map();

/** @param name null if the part has no name */
export const refuseName = (name: string | null): TonstiftError =>
  name === null
    ? badFields({ name: say('wrong.nameless') })
    : badFields({ [name.slice(0, 60)]: say('wrong.no_field') });

/** Throws `bad_field` for names of properties that every object has, such as `constructor`. */
function checked(entries: Iterable<[string, unknown]>): Fields {
  const fields = new Map<string, unknown>();
  for (const [name, value] of entries) {
    if (name === '' || name in {}) throw refuseName(name === '' ? null : name);
    fields.set(name, value);
  }
  return fields;
}

/** @param decode applied to each text, if texts were read as bytes */
export function mapOf(body: unknown, decode: (text: string) => string = (text) => text): Fields {
  const decodeAll = (value: unknown): unknown =>
    typeof value === 'string' ? decode(value) : Array.isArray(value) ? value.map(decodeAll) : value;
  return checked(
    Object.entries((body ?? {}) as Record<string, unknown>).map(([name, value]) => [name, decodeAll(value)]),
  );
}

const tooManyFields = (most: number): TonstiftError =>
  new TonstiftError('too_large', say('error.too_many_fields', { most }));

/** Parses a URL-encoded form; a repeated field becomes a list. */
export function formFields(text: string, most: number): Fields {
  if (text.split('&', most + 2).length > most) throw tooManyFields(most);
  const lists = new Map<string, string[]>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const field = decoded(name);
    const list = lists.get(field) ?? [];
    list.push(decoded(value));
    lists.set(field, list);
  }
  return checked([...lists].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new HttpError('bad_request', say('error.form_notation', { text: JSON.stringify(text.slice(0, 60)) }));
  }
}

/** The deepest value in use is an object in a list in a field. */
const deepest = 20;
/** The form of an album with 99 tracks has about 400 values. */
const most = 10_000;

/** Parses a JSON object. @param mostNames its fields, as in a form */
export function jsonFields(text: string, mostNames: number): Fields {
  let parsed: unknown;
  try {
    parsed = parseJson(text, { deepest, most });
  } catch (thrown) {
    const why = thrown instanceof NoJson ? thrown.words : say('error.json_syntax');
    throw new HttpError('bad_request', say('error.json', { why }));
  }
  if (!isRecord(parsed)) throw new HttpError('bad_request', say('error.json_object'));
  if (Object.keys(parsed).length > mostNames) throw tooManyFields(mostNames);
  return mapOf(parsed);
}
