/** Chroma's HTTP interface, version 2. Turns each failed call into an error sentence. */
import { say } from '../../../base/language/sentence.js';
import { systemCodeOf } from '../../../base/errors.js';
import { statusWords } from '../../../base/text/status-words.js';
import { VectorStoreError } from '../types.js';

export interface ChromaHttp {
  /**
   * @param path below the database: `/collections…`
   * @throws ChromaRefusal, VectorStoreError
   */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown>;
  /** Limits of one call. */
  limits(): Promise<ChromaLimits>;
}

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
  tenant?: string;
  database?: string;
}

/** Milliseconds. Indexing many vectors is slow on a small machine. */
const timeout = 120_000;
const mostRecords = 1_000;

/**
 * @param url http or https; port and path are used, `user:password@` is sent as Basic authorization
 * @throws VectorStoreError if the URL is invalid
 */
export function createChromaHttp(
  url: string,
  { fetch: send = fetch, tenant = 'default_tenant', database = 'default_database' }: ChromaOptions,
): ChromaHttp {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base?.protocol !== 'http:' && base?.protocol !== 'https:')
    throw new VectorStoreError('The address of the vector database must begin with http:// or https://.');
  const root = `${base.origin}${base.pathname.replace(/\/+$/, '')}/api/v2`;
  const below = `/tenants/${encodeURIComponent(tenant)}/databases/${encodeURIComponent(database)}`;
  const credentials = `${decodeURIComponent(base.username)}:${decodeURIComponent(base.password)}`;
  const headers = {
    'content-type': 'application/json',
    ...(credentials !== ':' && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
  };

  async function exchange(
    method: string,
    path: string,
    body: string | undefined,
  ): Promise<{ status: number; text: string }> {
    const response = await send(root + path, { method, headers, body, signal: AbortSignal.timeout(timeout) });
    return { status: response.status, text: await response.text() };
  }

  async function request(method: string, path: string, body?: unknown): Promise<unknown> {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    // The server may have closed a kept-alive connection. A retry is safe: every call may be repeated.
    const { status, text } = await exchange(method, path, sent)
      .catch(() => exchange(method, path, sent))
      .catch((thrown: unknown) => {
        const why = reasonOf(thrown);
        throw new VectorStoreError(say('papers.vectors_unreachable', { address: String(base?.origin), why }));
      });
    const answer = parse(text);
    if (status >= 200 && status < 300 && answer !== undefined) return answer;
    const what = status >= 200 && status < 300 ? 'with something other than JSON' : statusWords(status);
    throw new ChromaRefusal(`The vector database at ${base?.origin} answered ${what}.`, status);
  }

  let limits: Promise<ChromaLimits> | undefined;
  async function askLimits(): Promise<ChromaLimits> {
    const answer = (await request('GET', '/pre-flight-checks')) as {
      max_batch_size?: unknown;
      supports_base64_encoding?: unknown;
    };
    const most = Number(answer.max_batch_size);
    return {
      records: most >= 1 ? Math.min(most, mostRecords) : mostRecords,
      base64: answer.supports_base64_encoding === true,
    };
  }

  return {
    call: (method, path, body) => request(method, below + path, body),
    limits: () => {
      limits ??= askLimits();
      limits.catch(() => (limits = undefined));
      return limits;
    },
  };
}

function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(thrown: unknown): string {
  const { cause, message } = thrown as { cause?: unknown; message?: unknown };
  return systemCodeOf(cause) ?? (cause as { message?: string } | undefined)?.message ?? String(message);
}
