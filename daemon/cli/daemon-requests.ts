/**
 * Requests to a daemon that runs, by `node:http`: it is on this machine, and what `fetch` does besides takes 60 ms of
 * the processor to load. A file of its own, as commands that find no daemon need not even that.
 */
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { errorCodes, messageOf, systemCodeOf, TonstiftError, type ErrorCode } from '../../workers/base/errors.js';
import { Unreachable, type DaemonClient, type DaemonRequest } from './daemon-client.js';

const neverConnected = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ENOTFOUND']);

export function daemonClient(address: string, authorization: string | undefined): DaemonClient {
  const own = {
    accept: 'application/json',
    ...(authorization === undefined ? {} : { authorization }),
  };
  const asked = async <Result>(
    path: string,
    { method = 'GET', headers, body, time = 0 }: DaemonRequest & { time?: number },
    use: (answer: IncomingMessage) => Promise<Result>,
  ): Promise<Result> => {
    const content = contentOf(body);
    const sent = request(new URL(path, address), {
      method,
      headers: { ...own, ...content.headers, ...headers },
      agent: false,
    });
    try {
      if (time > 0) sent.setTimeout(time, () => sent.destroy(new Error(`it said nothing for ${time / 1000} seconds`)));
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
      // What fails after the answer has come is the answer's to tell: it may refuse what is still being sent.
      sent.on('error', () => undefined);
      const unsent = sendInto(sent, content.bytes);
      const [answer] = await answered.catch((thrown: unknown) => {
        throw unsent() ?? thrown;
      });
      const status = answer.statusCode ?? 0;
      if (status >= 200 && status < 300) return await use(answer);
      const { error } = factsOf(await text(answer));
      throw new TonstiftError(
        errorCodes.find((one) => one === error?.code) ?? codeOfStatus(status),
        error?.message ?? `The daemon at ${address} answered ${status}.`,
      );
    } catch (thrown) {
      throw failureOf(thrown, address);
    } finally {
      sent.destroy();
    }
  };
  return {
    ask: <Answer>(path: string, init: DaemonRequest = {}, time = 0) =>
      asked(path, { ...init, time }, async (answer) => factsOf(await text(answer)) as Answer),
    receive: (path, use) => asked(path, {}, use),
  };
}

/** What is sent, and of what kind it is. */
function contentOf(body: DaemonRequest['body']): { headers?: OutgoingHttpHeaders; bytes?: Readable } {
  if (body === undefined) return {};
  if (typeof body === 'string' || body instanceof URLSearchParams) {
    const bytes = Buffer.from(String(body));
    const type = typeof body === 'string' ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    return { headers: { ...type, 'content-length': bytes.length }, bytes: Readable.from([bytes]) };
  }
  if (Symbol.asyncIterator in body) return { bytes: Readable.from(body) };
  const { headers, body: bytes } = new Response(body);
  return {
    headers: { 'content-type': headers.get('content-type') ?? '' },
    bytes: Readable.fromWeb(bytes as ReadableStream),
  };
}

/** Sends a body. What comes back tells why it could not be read: the request says only that it ended. */
function sendInto(sent: ClientRequest, body: Readable | undefined): () => unknown {
  let reason: unknown;
  if (body === undefined) sent.end();
  else {
    body.on('error', (thrown) => {
      reason = thrown;
    });
    pipeline(body, sent).catch(() => undefined);
  }
  return () => reason;
}

function failureOf(thrown: unknown, address: string): unknown {
  const code = systemCodeOf(thrown) ?? '';
  // Those of files are the caller's own.
  if (thrown instanceof TonstiftError || ofFiles.has(code)) return thrown;
  const Failure = neverConnected.has(code) ? Unreachable : TonstiftError;
  return new Failure(
    'not_now',
    `The daemon at ${address} does not answer: ${messageOf(thrown)}`,
    {},
    { cause: thrown },
  );
}

const ofFiles = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES']);

/** For codes that only HTTP knows. */
const codeOfStatus = (status: number): ErrorCode => (status === 429 || status >= 500 ? 'not_now' : 'conflict');

function factsOf(json: string): { error?: { code: string; message: string } } {
  try {
    return (JSON.parse(json) ?? {}) as { error?: { code: string; message: string } };
  } catch {
    return {};
  }
}
