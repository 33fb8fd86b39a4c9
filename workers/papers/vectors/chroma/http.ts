/** Chroma's HTTP interface, version 2. Turns each failed call into an error sentence. */
import { say } from '../../../base/language/sentence.js';
import { messageOf, systemCodeOf } from '../../../base/errors.js';
import { readUpTo } from '../../../base/input/read-up-to.js';
import { isRecord } from '../../../base/input/record.js';
import { percentDecoded } from '../../../base/text/percent-decoded.js';
import { statusWords } from '../../../base/text/status-words.js';
import { VectorStoreError } from '../types.js';
import { WrongAnswer } from './answers.js';

export interface ChromaHttp {
  /** Without user and password. */
  address: string;
  /** @throws ChromaRefusal, VectorStoreError also if `read` rejects the answer */
  call<Answer>(call: ChromaCall<Answer>): Promise<Answer>;
  /** Limits of one call. */
  limits(): Promise<ChromaLimits>;
}

export interface ChromaCall<Answer> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the database: `/collections…` */
  path: string;
  body?: unknown;
  /** Checks the answer and throws a WrongAnswer. */
  read: (answer: unknown) => Answer;
}

/** For an answer without content. */
export const ignored = (): void => undefined;

export interface ChromaLimits {
  records: number;
  /** The server accepts vectors as base64 of 32-bit floats, a third of the size. */
  base64: boolean;
}

/** The server rejected the call. */
class ChromaRefusal extends VectorStoreError {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** For `catch`: calls `instead` if the server answers 404, and throws every other error again. */
export const ifMissing =
  <Result>(instead: () => Result) =>
  (thrown: unknown): Result => {
    if (thrown instanceof ChromaRefusal && thrown.status === 404) return instead();
    throw thrown;
  };

export interface ChromaOptions {
  fetch?: typeof fetch;
  database?: string;
  /** Milliseconds of one call (120,000). */
  timeout?: number;
}

/** Milliseconds of one call with its answer. Indexing many vectors is slow on a small machine. */
const longestCall = 120_000;
const mostRecords = 1_000;
/** Bytes of an answer. A page of vectors of 12,288 numbers has 70 MB. */
const longestAnswer = 80 * 1024 ** 2;
/** Opening brackets in an answer, those in texts too. Each becomes an object in memory. */
const mostBrackets = 1_000_000;

/**
 * @param url http or https; port and path are used, `user:password@` is sent as Basic authorization
 * @throws VectorStoreError if the URL is invalid
 */
export function createChromaHttp(
  url: string,
  { fetch: send = fetch, database = 'default_database', timeout = longestCall }: ChromaOptions,
): ChromaHttp {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base?.protocol !== 'http:' && base?.protocol !== 'https:')
    throw new VectorStoreError('The address of the vector database must begin with http:// or https://.');
  const address = base.origin;
  const root = `${address}${base.pathname.replace(/\/+$/, '')}/api/v2`;
  const below = `/tenants/default_tenant/databases/${encodeURIComponent(database)}`;
  const credentials = `${percentDecoded(base.username)}:${percentDecoded(base.password)}`;
  const headers = {
    'content-type': 'application/json',
    ...(credentials !== ':' && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  };

  async function exchange(path: string, request: RequestInit): Promise<{ status: number; text: string }> {
    const response = await send(root + path, { ...request, headers });
    return { status: response.status, text: await textOf(response) };
  }

  async function request<Answer>({ method, path, body, read }: ChromaCall<Answer>): Promise<Answer> {
    const signal = AbortSignal.timeout(timeout);
    const sent = { method, signal, body: body === undefined ? undefined : JSON.stringify(body) };
    // The server may have closed a kept-alive connection. A retry is safe: every call may be repeated.
    const { status, text } = await exchange(path, sent)
      .catch((thrown: unknown) => (isFinal(thrown) ? Promise.reject(thrown as Error) : exchange(path, sent)))
      .catch((thrown: unknown) => Promise.reject(failureOf(thrown, { address, path, timeout })));
    const isFine = status >= 200 && status < 300;
    if (!isFine) throw new ChromaRefusal(`The vector database at ${address} answered ${statusWords(status)}.`, status);
    try {
      return read(parse(text));
    } catch (thrown) {
      throw failureOf(thrown, { address, path, timeout });
    }
  }

  let limits: Promise<ChromaLimits> | undefined;
  async function askLimits(): Promise<ChromaLimits> {
    const read = (answer: unknown): Record<string, unknown> => (isRecord(answer) ? answer : {});
    const answer = await request({ method: 'GET', path: '/pre-flight-checks', read });
    const most = Math.floor(Number(answer['max_batch_size']));
    return {
      records: most >= 1 ? Math.min(most, mostRecords) : mostRecords,
      base64: answer['supports_base64_encoding'] === true,
    };
  }

  return {
    address,
    call: (call) => request({ ...call, path: below + call.path }),
    limits: () => {
      limits ??= askLimits();
      limits.catch(() => (limits = undefined));
      return limits;
    },
  };
}

interface Failed {
  address: string;
  path: string;
  timeout: number;
}

function failureOf(thrown: unknown, { address, path, timeout }: Failed): VectorStoreError {
  if (thrown instanceof WrongAnswer) {
    const call = /[^/?]*(?=\?|$)/.exec(path)?.[0] ?? path;
    return new VectorStoreError(say('papers.vectors_wrong', { address, call, what: messageOf(thrown) }));
  }
  const isLate = (thrown as Partial<Error>).name === 'TimeoutError';
  const why = isLate ? `it did not answer within ${timeout / 1000} s` : reasonOf(thrown);
  return new VectorStoreError(say('papers.vectors_unreachable', { address, why }));
}

/** A second try would end the same way. */
const isFinal = (thrown: unknown): boolean =>
  thrown instanceof WrongAnswer || (thrown as Partial<Error>).name === 'TimeoutError';

async function textOf(response: Response): Promise<string> {
  const { bytes, isWhole } = await readUpTo(response.body as AsyncIterable<Uint8Array> | null, longestAnswer);
  if (!isWhole) throw new WrongAnswer(`more than ${longestAnswer} bytes`);
  return bytes.toString();
}

function parse(text: string): unknown {
  let brackets = 0;
  for (const sign of ['[', '{'])
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1))
      if (++brackets > mostBrackets) throw new WrongAnswer(`more than ${mostBrackets} brackets`);
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    throw new WrongAnswer('something other than JSON');
  }
}

function reasonOf(thrown: unknown): string {
  const { cause, message } = thrown as { cause?: unknown; message?: unknown };
  return systemCodeOf(cause) ?? (cause as { message?: string } | undefined)?.message ?? String(message);
}
