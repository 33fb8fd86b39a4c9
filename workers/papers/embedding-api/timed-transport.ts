/** One request and one complete response within one timeout. */
import { say } from '../../base/language/sentence.js';
import { systemCodeOf } from '../../base/errors.js';
import { readUpTo } from '../../base/input/read-up-to.js';
import { isRecord } from '../../base/input/record.js';
import { excerpt } from './answer.js';
import { EmbeddingApiError } from './errors.js';
import type { ApiTransport, RequestOptions } from './fetch-transport.js';
import { orAborted } from '../../base/async/linked-signal.js';

export interface Answered {
  status: number;
  headers: Headers;
  body: string;
}

/** Bytes of a response without vectors. */
export const shortAnswer = 64 * 1024;

/**
 * Reads the whole response. Runs inside the rate limit, so that waiting in the queue does not use up the timeout.
 * @param timeout milliseconds from sending the request to the response's last byte
 */
export function createTimedTransport(inner: ApiTransport, { timeout }: { timeout: number }) {
  return {
    /** @throws EmbeddingApiError (away, nonsense); the reason of the request's signal */
    async handleRequest(request: Request, options: RequestOptions = {}): Promise<Answered> {
      const { signal } = request;
      signal.throwIfAborted();
      const ends = new AbortController();
      const abort = (): void => ends.abort(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      const limit = options.timeout ?? timeout;
      const late = new EmbeddingApiError('away', say('api.late', { seconds: String(limit / 1000) }));
      const timer = setTimeout(() => ends.abort(late), limit);
      const send = async (): Promise<Response> => inner.handleRequest(new Request(request, { signal: ends.signal }));
      try {
        // Custom transports may ignore the signal.
        const response = await orAborted(send(), ends.signal);
        return {
          status: response.status,
          headers: response.headers,
          body: await orAborted(readBody(response, options.maxAnswer ?? shortAnswer), ends.signal),
        };
      } catch (thrown) {
        ends.signal.throwIfAborted();
        if (thrown instanceof EmbeddingApiError) throw thrown;
        throw new EmbeddingApiError('away', say('api.unreachable', { why: reasonOf(thrown) }));
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
      }
    },
    close: () => inner.close?.(),
  };
}

async function readBody(response: Response, maxAnswer: number): Promise<string> {
  if (!response.body) return response.text();
  const { bytes, isWhole } = await readUpTo(response.body, maxAnswer);
  if (!isWhole) throw new EmbeddingApiError('nonsense', say('api.large', { most: String(maxAnswer) }));
  // TextDecoder removes a byte order mark before the JSON.
  return new TextDecoder().decode(bytes);
}

/** `fetch` hides the reason in its causes. The deepest cause explains it best. */
export function reasonOf(thrown: unknown): string {
  let reason = thrown;
  for (let depth = 0; depth < 8 && isRecord(reason) && isRecord(reason['cause']); depth++) reason = reason['cause'];
  const code = systemCodeOf(reason);
  const message =
    isRecord(reason) && typeof reason['message'] === 'string' && reason['message'] !== ''
      ? excerpt(reason['message'])
      : 'the reason is unknown';
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
}
