/** Requests to a daemon that runs; a file of its own, as commands that find none need no undici. */
import { Readable } from 'node:stream';
import { Agent, fetch, type RequestInit, type Response } from 'undici';
import { errorCodes, messageOf, systemCodeOf, TonstiftError, type ErrorCode } from '../../workers/base/errors.js';
import { Unreachable, type DaemonClient } from './daemon-client.js';

const neverConnected = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function daemonClient(address: string, authorization: string | undefined): DaemonClient {
  const own = {
    accept: 'application/json',
    ...(authorization === undefined ? {} : { authorization }),
  };
  const asked = async <Result>(
    path: string,
    { time, ...init }: RequestInit & { time: number },
    use: (answer: Response) => Promise<Result>,
  ): Promise<Result> => {
    const dispatcher = new Agent({ headersTimeout: time, bodyTimeout: time });
    try {
      const headers = { ...own, ...(init.headers as Record<string, string> | undefined) };
      const answer = await fetch(new URL(path, address), { ...init, headers, dispatcher });
      if (answer.ok) return await use(answer);
      const facts = factsOf(await answer.text());
      throw new TonstiftError(
        errorCodes.find((one) => one === facts.error?.code) ?? codeOfStatus(answer.status),
        facts.error?.message ?? `The daemon at ${address} answered ${answer.status}.`,
      );
    } catch (thrown) {
      throw failureOf(thrown, address);
    } finally {
      await dispatcher.destroy();
    }
  };
  return {
    ask: <Answer>(path: string, init: RequestInit = {}, time = 0) =>
      asked(path, { ...init, time }, async (answer) => factsOf(await answer.text()) as Answer),
    receive: (path, use) =>
      asked(path, { time: 0 }, async ({ body }) => {
        if (body !== null) await use(Readable.fromWeb(body));
      }),
  };
}

function failureOf(thrown: unknown, address: string): unknown {
  const reason = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
  const code = systemCodeOf(reason) ?? '';
  // Those of files are the caller's own.
  if (thrown instanceof TonstiftError || ofFiles.has(code)) return thrown;
  const Failure = neverConnected.has(code) ? Unreachable : TonstiftError;
  return new Failure(
    'not_now',
    `The daemon at ${address} does not answer: ${messageOf(reason)}`,
    {},
    { cause: thrown },
  );
}

const ofFiles = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES']);

/** For codes that only HTTP knows. */
const codeOfStatus = (status: number): ErrorCode => (status === 429 || status >= 500 ? 'not_now' : 'conflict');

function factsOf(text: string): { error?: { code: string; message: string } } {
  try {
    return (JSON.parse(text) ?? {}) as { error?: { code: string; message: string } };
  } catch {
    return {};
  }
}
