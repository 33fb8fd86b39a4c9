/** Parses the answers of the API, and checks every value. */
import { say, type Sentence } from '../../base/language/sentence.js';
import { isRecord } from '../../base/input/record.js';
import { EmbeddingApiError } from './errors.js';

/** A response has two brackets for each text, and a few around them. */
const mostBrackets = 100_000;

/**
 * @param body the text of a response
 * @throws EmbeddingApiError (nonsense) if the text is not JSON. Text with too many brackets counts as such: parsing it
 *   would take seconds
 */
export function parseAnswer(body: string): unknown {
  let brackets = 0;
  for (const sign of ['[', '{'])
    for (let at = body.indexOf(sign); at !== -1; at = body.indexOf(sign, at + 1))
      if (++brackets > mostBrackets) throw new EmbeddingApiError('nonsense', say('api.no_json'));
  try {
    return JSON.parse(body);
  } catch {
    // Some servers write NaN into their JSON. As null it spoils one vector instead of the whole batch.
    const mended = body.replace(/(?<=[[,:\s])-?(?:NaN|Infinity)(?=\s*[,\]}])/g, 'null');
    try {
      return JSON.parse(mended);
    } catch {
      throw new EmbeddingApiError('nonsense', say('api.no_json'));
    }
  }
}

/** The meaning of OpenAI's error codes. */
const knownCodes: Readonly<Record<string, Sentence>> = {
  context_length_exceeded: say('api.too_long'),
  model_not_found: say('api.no_such_model'),
  invalid_api_key: say('api.wrong_token'),
  insufficient_quota: say('api.no_quota'),
  rate_limit_exceeded: say('api.too_often'),
};

/**
 * How servers report that a text is too long: OpenAI, vLLM, Text Embeddings Inference, llama.cpp, Ollama. Some send a
 * code, most only a message, and llama.cpp the status 500.
 */
const lengthCodes = new Set(['context_length_exceeded', 'exceed_context_size_error', 'string_above_max_length']);
const lengthWords = [
  /\b(?:context|sequence|input|prompt) (?:length|size|window)\b/i,
  /\btoo (?:long|large|many (?:input )?tokens)\b/i,
  /\b(?:less|fewer|more|greater) than \d+ tokens\b/i,
  /\b(?:exceed\w*|max\w*)\b.{0,40}\btokens?\b|\btokens?\b.{0,40}\b(?:exceed\w*|max\w*)\b/i,
];

function saysTooLong(error: Record<string, unknown>): boolean {
  if ([error['code'], error['type']].some((code) => lengthCodes.has(String(code)))) return true;
  const words = [error['message'], error['error']].filter((one) => typeof one === 'string').join(' ');
  return lengthWords.some((pattern) => pattern.test(words.slice(0, 2000)));
}

const saysQuota = (error: Record<string, unknown>): boolean =>
  [error['code'], error['type']].includes('insufficient_quota');

/** Ollama, vLLM, LM Studio: a model that must be loaded first. */
const saysNoModel = (message: string): boolean =>
  /\bmodels?\b.{0,200}\b(?:not found|not exist|not loaded|unknown)\b|\bno models? loaded\b/i.test(message);

const saysNoRoute = (message: string): boolean =>
  /^$|^not found|\b(?:page|path|route|url)\b.{0,200}\bnot found\b|\bendpoint or method\b/i.test(message);

/** Returns what the status means, if the error has no known code. */
export function aboutStatus(status: number | undefined, message: string): Sentence | undefined {
  if (status !== 404) return undefined;
  if (saysNoModel(message)) return say('api.no_such_model');
  return saysNoRoute(message) ? say('api.no_route') : undefined;
}

interface AnsweredError {
  about?: Sentence;
  status?: number;
  isTooLong: boolean;
  /** A quota is used up, which does not pass by waiting. */
  isQuota: boolean;
}

/** Some servers add an empty error to every answer. */
const isNone = (error: unknown): boolean =>
  [undefined, null, false, ''].some((none) => none === error) || (isRecord(error) && Object.keys(error).length === 0);

/** Some servers send the fields of the error without `error`. */
const isErrorItself = (answer: Record<string, unknown>): boolean =>
  (Object.hasOwn(answer, 'message') || Object.hasOwn(answer, 'detail')) &&
  !Array.isArray(answer['data']) &&
  !Array.isArray(answer['models']);

/** Some servers answer 200 with an error in the body. A numeric code from 400 to 599 in it counts as the status. */
export function errorIn(answer: unknown): AnsweredError | undefined {
  if (!isRecord(answer)) return undefined;
  const given = isNone(answer['error']) ? undefined : answer['error'];
  if (given === undefined && !isErrorItself(answer)) return undefined;
  // Some servers put a sentence there, and the other fields next to it.
  if (given !== undefined && !isRecord(given)) {
    const isTooLong = saysTooLong(answer);
    return { isTooLong, isQuota: saysQuota(answer), ...(isTooLong && { about: say('api.too_long') }) };
  }
  const error = given ?? answer;
  const code = Number(error['code'] ?? error['status']);
  const named = [error['code'], error['type']].find((one) => typeof one === 'string' && Object.hasOwn(knownCodes, one));
  const isTooLong = saysTooLong(error);
  const about = isTooLong ? say('api.too_long') : knownCodes[String(named)];
  return { about, isTooLong, isQuota: saysQuota(error), status: code >= 400 && code <= 599 ? code : undefined };
}

/**
 * Returns the vectors in the order of the texts.
 * @param count how many texts were sent
 * @param dimension the collection's; undefined accepts any
 * @throws EmbeddingApiError (nonsense; text, with the index, if the vector of one text is invalid)
 */
export function readVectors(answer: unknown, count: number, dimension?: number): Float32Array[] {
  const data = isRecord(answer) ? answer['data'] : undefined;
  if (!Array.isArray(data)) throw new EmbeddingApiError('nonsense', say('api.no_list'));
  if (data.length !== count)
    throw new EmbeddingApiError('nonsense', say('api.count', { vectors: String(data.length), texts: String(count) }));
  return byIndex(data).map((item, index) =>
    readVector(isRecord(item) ? item['embedding'] : undefined, index, dimension),
  );
}

/** Models that are shown. Some providers list hundreds. */
const mostModels = 500;

/** Returns the names of a list of models, without control characters. */
export function readModels(answer: unknown): string[] {
  const data = isRecord(answer) ? (answer['data'] ?? answer['models']) : answer;
  if (!Array.isArray(data)) throw new EmbeddingApiError('nonsense', say('api.no_list'));
  return data.slice(0, mostModels).flatMap((one: unknown) => {
    const name = isRecord(one) ? (one['id'] ?? one['name']) : one;
    return typeof name === 'string' && name.trim() !== '' ? [excerpt(name)] : [];
  });
}

/** Sorts by `index` if an item has one. Gemini leaves out an index of 0. */
function byIndex(data: readonly unknown[]): unknown[] {
  const indexes = data.map((item) => (isRecord(item) ? (item['index'] ?? undefined) : undefined));
  if (indexes.every((index) => index === undefined)) return [...data];
  const sorted: unknown[] = new Array(data.length);
  const seen = new Set<unknown>();
  indexes.forEach((index = 0, i) => {
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index >= data.length || seen.has(index)) {
      throw new EmbeddingApiError('nonsense', say('api.index'));
    }
    seen.add(index);
    sorted[index] = data[i];
  });
  return sorted;
}

function readVector(value: unknown, index: number, dimension?: number): Float32Array {
  const bad = (why: Sentence): EmbeddingApiError =>
    new EmbeddingApiError('text', say('api.vector', { why }), { index });
  const given = typeof value === 'string' ? decodeBase64(value) : value;
  // The own endpoint of llama.cpp has a list of one vector per text.
  const numbers: unknown = Array.isArray(given) && given.length === 1 && Array.isArray(given[0]) ? given[0] : given;
  if (!Array.isArray(numbers) && !(numbers instanceof Float32Array)) throw bad(say('api.vector_no_list'));
  if (numbers.length === 0) throw bad(say('api.vector_empty'));
  if (dimension !== undefined && numbers.length !== dimension)
    throw bad(say('api.vector_dimensions', { number: String(numbers.length), wanted: String(dimension) }));
  const vector = new Float32Array(numbers.length);
  let zero = true;
  for (let i = 0; i < numbers.length; i++) {
    const number: unknown = numbers[i];
    vector[i] = typeof number === 'number' ? number : NaN;
    if (!Number.isFinite(vector[i])) throw bad(say('api.vector_position', { at: String(i) }));
    zero &&= vector[i] === 0;
  }
  if (zero) throw bad(say('api.vector_zero'));
  return vector;
}

/** 32-bit floats, little-endian. Returns undefined if the text is not valid base64 of them. */
function decodeBase64(text: string): Float32Array | undefined {
  // Some encoders break lines after 76 characters.
  const line = text.replace(/[\r\n]+/g, '');
  const bytes = Buffer.from(line, 'base64');
  if (bytes.length % 4 !== 0 || bytes.toString('base64').replace(/=+$/, '') !== line.replace(/=+$/, ''))
    return undefined;
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
}

/** Shortens a text to one line for a sentence. */
export function excerpt(text: string): string {
  const line = text.replace(/[\s\x00-\x1f\x7f]+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line === '' ? '(nothing)' : line;
}
