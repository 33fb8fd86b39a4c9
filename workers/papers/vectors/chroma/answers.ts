/** Checks the answers of a Chroma server. Each function throws a WrongAnswer that names the first wrong value. */
import { shown } from '../../../base/input/shown.js';
import { isRecord } from '../../../base/input/record.js';

/** The end of the sentence "The server answered …". */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

/** Records of one collection. */
const mostRecords = 100_000_000;

export interface Description {
  id: string;
  /** Stays set if the collection is emptied. */
  dimension: number | null;
  metadata: Record<string, unknown> | null;
  configuration_json?: Record<string, { space?: string } | null>;
}

export function descriptionIn(answer: unknown): Description {
  const { id, dimension = null, metadata = null, configuration_json: given } = recordIn(answer);
  // The id becomes a part of a path.
  if (typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id)) throw wrong(`the collection id ${shown(id)}`);
  if (dimension !== null && !isCount(dimension, 1_000_000)) throw wrong(`the dimension ${shown(dimension)}`);
  const about = isRecord(metadata) ? metadata : null;
  const configuration = isRecord(given) ? (given as Description['configuration_json']) : undefined;
  return { id, dimension, metadata: about, configuration_json: configuration };
}

export function countIn(answer: unknown): number {
  if (isCount(answer, mostRecords)) return answer;
  throw wrong(`the count ${shown(answer)}`);
}

export function namesIn(answer: unknown, most: number): string[] {
  return listIn(answer, most, 'collections').map((one) => {
    const name = isRecord(one) ? one['name'] : undefined;
    if (typeof name !== 'string') throw wrong(`the collection name ${shown(name)}`);
    return name;
  });
}

/** The answer to `get`, with the parts that were requested. */
export interface ChromaRows {
  ids: string[];
  documents: readonly (string | null)[];
  metadatas: readonly (Record<string, unknown> | null)[];
  embeddings: readonly Float32Array[];
}

export interface Asked {
  ids?: readonly string[];
  include: readonly string[];
  /** The most rows. */
  limit: number;
}

export function rowsIn(answer: unknown, { ids: asked, include, limit }: Asked): ChromaRows {
  const given = recordIn(answer);
  const ids = idsIn(given['ids'], limit, asked && new Set(asked));
  const part = <Value>(name: string, read: (value: unknown, id: string) => Value): Value[] => {
    if (!include.includes(name)) return [];
    const values = listIn(given[name], ids.length, name);
    if (values.length < ids.length) throw wrong(`${values.length} ${name} for ${ids.length} records`);
    return values.map((value, n) => read(value, ids[n] ?? ''));
  };
  return {
    ids,
    documents: part('documents', (value) => (typeof value === 'string' ? value : null)),
    metadatas: part('metadatas', (value) => (isRecord(value) ? value : null)),
    embeddings: part('embeddings', vectorIn),
  };
}

export interface ChromaHit {
  id: string;
  /** Squared. */
  distance: number;
}

/** Returns the hits of the only query, nearest first. */
export function hitsIn(answer: unknown, { limit, candidates }: { limit: number; candidates?: ReadonlySet<string> }) {
  const { ids: idLists, distances: distanceLists } = recordIn(answer);
  const ids = idsIn(Array.isArray(idLists) ? idLists[0] : undefined, limit, candidates);
  const distances = listIn(Array.isArray(distanceLists) ? distanceLists[0] : undefined, ids.length, 'distances');
  const hits = ids.map((id, n): ChromaHit => {
    const distance = distances[n];
    if (typeof distance !== 'number' || !(distance > -1)) throw wrong(`the distance ${shown(distance)} of "${id}"`);
    // Rounding can make it a little less than 0.
    return { id, distance: Math.max(0, distance) };
  });
  return hits.sort((a, b) => a.distance - b.distance);
}

function idsIn(value: unknown, most: number, asked?: ReadonlySet<string>): string[] {
  const seen = new Set<string>();
  for (const id of listIn(value, most, 'records')) {
    if (typeof id !== 'string' || id === '') throw wrong(`the record id ${shown(id)}`);
    if (seen.has(id)) throw wrong(`the record "${id}" twice`);
    if (asked?.has(id) === false) throw wrong(`the record "${id}", which was not requested`);
    seen.add(id);
  }
  return [...seen];
}

function vectorIn(value: unknown, id: string): Float32Array {
  if (!Array.isArray(value) || value.length === 0) throw wrong(`no embedding of "${id}"`);
  const at = value.findIndex((number) => typeof number !== 'number' || !Number.isFinite(number));
  if (at >= 0) throw wrong(`${shown(value[at])} at position ${at} of the embedding of "${id}"`);
  return Float32Array.from(value as number[]);
}

function listIn(value: unknown, most: number, what: string): unknown[] {
  if (!Array.isArray(value)) throw wrong(`no list of ${what}`);
  if (value.length > most) throw wrong(`${value.length} ${what}; ${most} were requested`);
  return value as unknown[];
}

function recordIn(answer: unknown): Record<string, unknown> {
  if (isRecord(answer)) return answer;
  throw wrong(`${Array.isArray(answer) ? 'a list' : shown(answer)} instead of an object`);
}

const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;

const wrong = (what: string): WrongAnswer => new WrongAnswer(what);
