/** One raw value (a flag, a variable, a JSON value, a form field) into the field's type. */
import { isAbsolute, join, resolve } from 'node:path';
import { fieldOf, secretMask, type Config, type Field, type FieldName, type FieldType } from './fields.js';
import { isUrl, urlPassword, withUrlPassword } from './url.js';

/** What paths are relative to. */
export interface PathBase {
  /** Home folder of the user, for `~`. */
  user: string;
  /** Folder of relative paths; null refuses them. */
  folder: string | null;
}

/** `problem` is a predicate with its full stop: `must be true or false, not "maybe".` */
export type Parsed<Value> = { value: Value } | { problem: string };

const words: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  1: true,
  0: false,
  on: true,
  off: false,
  yes: true,
  no: false,
};

function numberOf(raw: unknown, pattern: RegExp, field: Field<unknown>): number | undefined {
  const text = typeof raw === 'string' ? raw.trim() : '';
  const value = typeof raw === 'number' ? raw : pattern.test(text) ? Number(text) : NaN;
  const { min = -Infinity, max = Infinity } = field;
  return Number.isFinite(value) && value >= min && value <= max ? value : undefined;
}

function listOf(raw: unknown): string[] | undefined {
  const parts: unknown[] | undefined = typeof raw === 'string' ? [raw] : Array.isArray(raw) ? raw : undefined;
  if (parts === undefined || !parts.every((part) => typeof part === 'string')) return undefined;
  return parts
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function pathOf(raw: unknown, base: PathBase): string | undefined {
  if (typeof raw !== 'string') return undefined;
  if (raw === '') return '';
  if (raw === '~' || raw.startsWith('~/')) return join(base.user, raw.slice(1));
  if (base.folder === null) return isAbsolute(raw) ? resolve(raw) : undefined;
  return resolve(base.folder, raw);
}

function choiceOf(raw: unknown, field: Field<unknown>): unknown {
  if (typeof raw !== 'string') return undefined;
  const word = raw.trim().toLowerCase();
  if (field.aliases !== undefined && Object.hasOwn(field.aliases, word)) return field.aliases[word];
  return field.choices?.find((choice) => choice.toLowerCase() === word);
}

/** Each answers undefined for what cannot be. */
const readers: Record<FieldType, (raw: unknown, field: Field<unknown>, base: PathBase) => unknown> = {
  text: (raw) => (typeof raw === 'string' ? raw.trim() : undefined),
  secret: (raw) => (typeof raw === 'string' ? raw : undefined),
  path: (raw, _field, base) => pathOf(raw, base),
  place: (raw, _field, base) => (typeof raw === 'string' && isUrl(raw.trim()) ? raw.trim() : pathOf(raw, base)),
  integer: (raw, field) => {
    const value = numberOf(raw, /^[+-]?\d{1,15}$/, field);
    return Number.isInteger(value) ? value : undefined;
  },
  number: (raw, field) => numberOf(raw, /^[+-]?(\d{1,15}(\.\d*)?|\.\d+)$/, field),
  boolean: (raw) => {
    if (typeof raw === 'boolean') return raw;
    const word = typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim().toLowerCase() : '';
    return Object.hasOwn(words, word) ? words[word] : undefined;
  },
  choice: choiceOf,
  list: listOf,
};

function expected(field: Field<unknown>, base: PathBase): string {
  const range = field.min !== undefined && field.max !== undefined ? ` from ${field.min} to ${field.max}` : '';
  switch (field.type) {
    case 'text':
    case 'secret':
      return 'text';
    case 'path':
      return base.folder === null ? 'an absolute path, or one that starts with ~/' : 'a path';
    case 'place':
      return `${base.folder === null ? 'an absolute path' : 'a path'} or a URL`;
    case 'integer':
      return `a whole number${range}`;
    case 'number':
      return `a number${range}`;
    case 'boolean':
      return 'true or false';
    case 'choice':
      return `one of ${(field.choices ?? []).map((choice) => choice || 'empty').join(', ')}`;
    case 'list':
      return 'a list of names separated by commas';
  }
}

/** A value for a sentence: JSON, cut at 60 characters. */
function shown(raw: unknown): string {
  const text = JSON.stringify(raw) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** Never shows the value of a secret. */
export function parseField<Name extends FieldName>(name: Name, raw: unknown, base: PathBase): Parsed<Config[Name]> {
  const field = fieldOf(name);
  const value = readers[field.type](raw, field, base);
  const wrong = value === undefined ? `must be ${expected(field, base)}` : field.check?.(value);
  if (wrong === undefined) return { value: value as Config[Name] };
  return { problem: field.type === 'secret' ? `${wrong}.` : `${wrong}, not ${shown(maskedValue(name, raw))}.` };
}

/** The value as it may be shown: a secret is empty or masked, and so is the password in a URL. */
export function maskedValue(name: FieldName, value: unknown): unknown {
  const { type } = fieldOf(name);
  if (type === 'secret' && value !== '') return secretMask;
  return typeof value === 'string' && urlPassword(value) !== undefined ? withUrlPassword(value, secretMask) : value;
}

/** The same value, or the same list. */
export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
