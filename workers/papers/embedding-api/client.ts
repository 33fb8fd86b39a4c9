/**
 * Glossary
 *
 * embedding API  the server that turns texts into vectors, like OpenAI's `/v1/embeddings`
 * transport      sends one request and returns its response
 * rate limit     the most requests in any minute, counted over the whole process
 * try            one of several requests for the same texts (`retry.ts`)
 * problem        the kind of a failure; it decides which layer retries (`errors.ts`)
 */

import { say } from '../../base/language/sentence.js';
import { setMaxListeners } from 'node:events';
import type { Clock } from '../../base/ports.js';
import { wait } from '../../base/async/wait.js';
import { urlSecrets } from '../../base/text/url-secrets.js';
import { keptBatchSizes, type BatchSize } from './batch-size.js';
import { readModels, readVectors } from './answer.js';
import { contentOf } from './content.js';
import { endpointOf, type Endpoint } from './endpoint.js';
import { EmbeddingApiError } from './errors.js';
import { createFetchTransport, type ApiTransport, type RequestOptions } from './fetch-transport.js';
import { linkedSignal } from '../../base/async/linked-signal.js';
import { RateLimitedTransport } from './rate/rate-limited-transport.js';
import { plainInput, type TextInput } from './model-input.js';
import { requestPause } from './retry.js';
import { createTimedTransport, shortAnswer, type Answered } from './timed-transport.js';

export interface EmbeddingApiOptions {
  /** `http://host:port`, or a longer address of the API (`endpoint.ts`). */
  apiUrl: string;
  /** Sent as `Authorization: Bearer …`. No error and no log contains it. */
  authToken?: string;
  modelName: string;
  /** Requests in any 60 seconds. Each try counts; 0 means no limit. */
  requestsPerMinute: number;
  /** Replaces plain HTTP. `close` closes it. */
  transport?: ApiTransport;
  /** Milliseconds for one response. */
  timeout?: number;
  /** For the pauses between tries. Without a clock, timers keep the process running. */
  clock?: Clock;
}

interface EmbedOptions {
  signal?: AbortSignal;
  /** The collection's dimension. Vectors of another dimension are rejected. */
  dimension?: number;
  /** 0 to 9 in the queue of the rate limit, lower first. A search that a person waits for uses `searchPriority`. */
  priority?: number;
  /** Words and fields that are sent besides the texts (none). */
  as?: TextInput;
  /** Tries after the first one (2). If the API asks to wait, there are always two. */
  retries?: number;
}

export interface EmbeddingApi {
  /**
   * Returns one vector of 32-bit floats per text, finite and not zero, in the order of the texts. Sends one request.
   * @throws EmbeddingApiError; the reason of a signal
   */
  embed(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]>;
  /** Returns true on any 2xx and on 404. Sends one request and never throws. */
  test(options?: { signal?: AbortSignal }): Promise<boolean>;
  /**
   * Returns the names of the server's models. Sends one request.
   * @throws EmbeddingApiError; the reason of a signal
   */
  models(options?: { signal?: AbortSignal }): Promise<string[]>;
  /** Returns what was learned about the server, for batches of at most this many texts. */
  batchSize(most: number): BatchSize;
  close(): Promise<void>;
}

export const searchPriority = 3;
const batchPriority = 5;
/** The list of models may be long; it is not parsed. */
const testOptions = { priority: searchPriority, timeout: 10_000, maxAnswer: 2 ** 24 };
/** Numbers of a vector: four times as many as the largest model's. */
const mostNumbers = 16_384;
/** Bytes of a number in JSON; most have 22, more if they are indented. */
const numberBytes = 64;
/**
 * Bytes of a response with vectors. A model with another dimension than the collection's may answer, and the error
 * names both: so four times the dimension is read, and in any case one vector of any model.
 */
function longestAnswer(texts: number, dimension = mostNumbers): number {
  const numbers = texts * Math.min(4 * dimension, mostNumbers) + mostNumbers;
  return Math.min(shortAnswer + texts * 1024 + numbers * numberBytes, 2 ** 29 - 24);
}

/** @throws ValueError if `requestsPerMinute` is negative or not a finite number */
export function createEmbeddingApi(options: EmbeddingApiOptions): EmbeddingApi {
  const { apiUrl, authToken = '', modelName, requestsPerMinute, timeout = 300_000, clock } = options;
  const direct = createTimedTransport(options.transport ?? createFetchTransport(), { timeout });
  const limited = requestsPerMinute === 0 ? undefined : new RateLimitedTransport(direct, requestsPerMinute);
  const transport = limited ?? direct;
  const closing = new AbortController();
  // Each running request adds a listener.
  setMaxListeners(0, closing.signal);

  const secrets = [authToken.trim(), ...urlSecrets(apiUrl)];
  const post = createPost(transport, { secrets, clock });
  const askModels = async (given?: AbortSignal): Promise<Answered> => {
    const { url, headers } = endpointOf(apiUrl, 'models', authToken);
    using ends = linkedSignal([closing.signal, given]);
    return await transport.handleRequest(new Request(url, { headers, signal: ends.signal }), testOptions);
  };

  return {
    async embed(texts, { signal: given, dimension, priority = batchPriority, as, retries } = {}) {
      const blank = texts.findIndex((text) => typeof text !== 'string' || text.trim() === '');
      if (blank >= 0) throw new EmbeddingApiError('text', say('api.empty_text'), { index: blank });
      if (texts.length === 0) return [];
      const body = requestBody(modelName, texts, as);
      const asked = { priority, maxAnswer: longestAnswer(texts.length, dimension) };
      try {
        const endpoint = endpointOf(apiUrl, 'embeddings', authToken);
        using ends = linkedSignal([closing.signal, given]);
        const { signal } = ends;
        const answer = await retrying(() => post(endpoint, body, signal, asked), { signal, clock, retries });
        return readVectors(answer, texts.length, dimension);
      } catch (thrown) {
        throw withoutToken(thrown, authToken.trim());
      }
    },
    async test({ signal } = {}) {
      try {
        const { status } = await askModels(signal);
        return status === 404 || (status >= 200 && status < 300);
      } catch {
        return false;
      }
    },
    async models({ signal } = {}) {
      const address = endpointOf(apiUrl, 'models', authToken).shown;
      return readModels(contentOf(await askModels(signal), { address, now: 0, secrets }));
    },
    batchSize: keptBatchSizes(),
    async close() {
      closing.abort(new EmbeddingApiError('away', say('api.closed')));
      await (limited ?? direct).close();
    },
  };
}

interface Transport {
  handleRequest(request: Request, options: RequestOptions): Promise<Answered>;
}

/** Returns the credentials of the header as they are sent: a proxy may quote them. */
const sentBy = ({ headers }: Endpoint): string => new Headers(headers).get('authorization')?.split(' ')[1] ?? '';

/** Returns a function that sends a body and returns the content of the response. */
function createPost(transport: Transport, { secrets, clock }: { secrets: readonly string[]; clock?: Clock }) {
  /** False once the server has rejected the field `encoding_format`. */
  let withFormat = true;

  async function send(
    endpoint: Endpoint,
    body: object,
    signal: AbortSignal,
    options: RequestOptions,
  ): Promise<unknown> {
    const json = JSON.stringify({ ...body, ...(withFormat && { encoding_format: 'float' }) });
    const answered = await transport.handleRequest(postRequest(endpoint, json, signal), options);
    return contentOf(answered, {
      address: endpoint.shown,
      now: clock?.now() ?? Date.now(),
      secrets: [...secrets, sentBy(endpoint)],
    });
  }

  return async (...sent: Parameters<typeof send>): Promise<unknown> => {
    try {
      return await send(...sent);
    } catch (thrown) {
      if (!withFormat || !(thrown instanceof EmbeddingApiError) || !thrown.rejectsFormat) throw thrown;
      withFormat = false;
      return send(...sent);
    }
  };
}

async function retrying<Result>(
  request: () => Promise<Result>,
  { signal, clock, retries }: { signal: AbortSignal; clock?: Clock; retries?: number },
): Promise<Result> {
  for (let tried = 1; ; tried++) {
    try {
      return await request();
    } catch (thrown) {
      signal.throwIfAborted();
      const pause = requestPause(thrown, tried, retries);
      if (pause === null) throw thrown;
      await wait(pause, { clock, signal });
    }
  }
}

function requestBody(model: string, texts: readonly string[], { prefix, fields } = plainInput): object {
  // Half of a surrogate pair has no UTF-8 form, and servers reject the whole batch for one.
  const whole = texts.map((text) => prefix + text.toWellFormed());
  return { model, input: whole.length === 1 ? whole[0] : whole, ...fields };
}

function postRequest({ url, headers }: Endpoint, body: string, signal: AbortSignal): Request {
  return new Request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    signal,
  });
}

/** Some servers quote the token that they reject. */
function withoutToken(thrown: unknown, token: string): unknown {
  if (token === '' || !(thrown instanceof EmbeddingApiError) || !thrown.message.includes(token)) return thrown;
  return new EmbeddingApiError(thrown.kind, thrown.message.replaceAll(token, '…'), thrown);
}
