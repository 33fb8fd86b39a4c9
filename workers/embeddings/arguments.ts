/**
 * Checks of what callers hand in:
 * every refusal is an `EmbeddingsError` that names what, which value and what was expected.
 */
import { EmbeddingsError } from '../embedding-api/errors.js';
import { shown } from './failures.js';

export function checkedQuery(query: unknown): string {
  if (typeof query !== 'string') throw new EmbeddingsError(`A query must be text, not ${shown(query)}.`);
  if (query.trim() === '') throw new EmbeddingsError('The query is blank; it must say what to look for.');
  return query;
}

/** How many results, or texts a request: a whole number, 1 or more. */
export function checkedCount(name: string, count: unknown): number {
  if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 1) return count;
  throw new EmbeddingsError(`${name} must be a whole number of 1 or more, not ${shown(count)}.`);
}

/** Euclidean; `Infinity` takes everything. */
export function checkedThreshold(distance: unknown): number {
  if (typeof distance === 'number' && distance >= 0) return distance;
  throw new EmbeddingsError(`distanceThreshold must be a number of 0 or more, not ${shown(distance)}.`);
}

export function checkedConference(conference: unknown): string {
  if (typeof conference === 'string') return conference;
  throw new EmbeddingsError(`conference must be text, not ${shown(conference)}.`);
}

/** As metadata hold it. A number in text, as forms and files give it, is taken too. */
export function checkedYear(year: unknown): string {
  const text = typeof year === 'number' ? String(year) : year;
  if (typeof text === 'string' && /^\d{1,4}$/.test(text)) return text;
  throw new EmbeddingsError(`year must be a year such as 2025, not ${shown(year)}.`);
}

/** Ids are kept as text. */
export function checkedId(id: unknown): string {
  if (typeof id === 'string' && id !== '') return id;
  if (typeof id === 'bigint' || Number.isSafeInteger(id)) return String(id);
  throw new EmbeddingsError(`A paper's id must be text or a whole number, not ${shown(id)}.`);
}

/** A vector of as many finite 32-bit floats as the collection has, not all zero. */
export function checkedVector(name: string, vector: unknown, dimension: number | null): Float32Array {
  if (!Array.isArray(vector) && !ArrayBuffer.isView(vector))
    throw new EmbeddingsError(`${name} must be a list of numbers, not ${shown(vector)}.`);
  const values = vector as unknown as ArrayLike<unknown>;
  if (dimension !== null && values.length !== dimension) {
    throw new EmbeddingsError(`${name} has ${values.length} dimensions; the collection has ${dimension}.`);
  }
  const floats = new Float32Array(values.length);
  for (let i = 0; i < floats.length; i++) {
    const value = values[i];
    if (typeof value !== 'number' || !Number.isFinite(Math.fround(value))) {
      throw new EmbeddingsError(`${name} has ${shown(value)} at position ${i}; every number must be finite.`);
    }
    floats[i] = value;
  }
  if (floats.every((value) => value === 0)) throw new EmbeddingsError(`${name} is all zero; it must have a direction.`);
  return floats;
}
