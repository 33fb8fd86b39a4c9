/** Requests to a daemon on this machine, with `node:http`. */
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { errorCodes, messageOf, systemCodeOf, TonstiftError, type ErrorCode } from '../../workers/base/errors.js';
import { jsonIn } from '../../workers/base/input/json.js';
import { Unreachable, type DaemonClient, type DaemonRequest } from './daemon-client.js';

/** Milliseconds. */
const connectTime = 10_000;

type Asked = DaemonRequest & { time?: number };

/** @param connectsWithin milliseconds */
export function daemonClient(
  address: string,
  authorization: string | undefined,
  connectsWithin = connectTime,
): DaemonClient {
  // With keep-alive the server reads the rest of the request after it has rejected it. Otherwise the connection could
  // break before the client sees the rejection.
  const own = { accept: 'application/json', connection: 'keep-alive' };
  const mine = authorization === undefined ? own : { ...own, authorization };
  const asked = async <Result>(
    path: string,
    { method = 'GET', headers, body, time = 0 }: Asked,
    use: (answer: IncomingMessage) => Promise<Result>,
  ): Promise<Result> => {
    const { type, bytes } = contentOf(body);
    const sent = request(new URL(path, address), { method, headers: { ...mine, ...type, ...headers }, agent: false });
    const way = watched(sent, { time, connectsWithin });
    try {
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
      if (bytes === undefined) sent.end();
      else way.send(bytes);
      const [answer] = await answered;
      const status = answer.statusCode ?? 0;
      if (status >= 200 && status < 300) return await use(answer);
      const { error } = factsOf(await text(answer));
      const code = errorCodes.find((one) => one === error?.code) ?? codeOfStatus(status);
      const message = error?.message ?? `The daemon at ${address} answered ${status}.`;
      // A command sends no password, only the token of its account.
      const isForeign = code === 'unauthorized' || code === 'forbidden_account';
      const advice = isForeign ? ' Run the command as the account of the daemon.' : '';
      throw new TonstiftError(code, `${message}${advice}`, error?.fields ?? {});
    } catch (thrown) {
      throw failureOf(thrown, address, way);
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

/** Returns the body to send, and its headers if the caller gives none. */
function contentOf(body: DaemonRequest['body']): { type?: Record<string, string>; bytes?: Readable } {
  if (body === undefined) return {};
  if (typeof body !== 'string' && !(body instanceof URLSearchParams)) return { bytes: Readable.from(body) };
  const bytes = Buffer.from(String(body));
  const type: Record<string, string> = { 'content-length': String(bytes.length) };
  if (typeof body !== 'string') type['content-type'] = 'application/x-www-form-urlencoded';
  return { type, bytes: Readable.from([bytes]) };
}

/** A request in progress. The request's own error may only say that it was aborted. */
interface Way {
  send(bytes: Readable): void;
  /** The reason if this side aborted the request. */
  reason: unknown;
  isConnected: boolean;
}

function watched(sent: ClientRequest, { time, connectsWithin }: { time: number; connectsWithin: number }): Way {
  const way: Way = {
    isConnected: false,
    reason: undefined,
    send(bytes) {
      bytes.on('error', (thrown) => (way.reason ??= thrown));
      pipeline(bytes, sent).catch(() => undefined);
    },
  };
  const giveUp = (reason: string): void => {
    way.reason ??= new Error(reason);
    sent.destroy(new Error(reason));
  };
  // After the response has started, an error is part of it: the daemon may reject a request that is still being sent.
  sent.on('error', () => undefined);
  if (time > 0) sent.setTimeout(time, () => giveUp(`no data for ${time / 1000} seconds`));
  sent.once('socket', (socket) => {
    const late = setTimeout(() => giveUp(`no connection within ${connectsWithin / 1000} seconds`), connectsWithin);
    socket.once('connect', () => {
      way.isConnected = true;
      clearTimeout(late);
    });
    socket.once('close', () => clearTimeout(late));
  });
  return way;
}

function failureOf(thrown: unknown, address: string, { reason, isConnected }: Way): unknown {
  const why = thrown instanceof TonstiftError ? thrown : (reason ?? thrown);
  // Errors of the caller's files.
  if (why instanceof TonstiftError || ofFiles.has(systemCodeOf(why) ?? '')) return why;
  const Failure = isConnected ? TonstiftError : Unreachable;
  return new Failure('not_now', `The daemon at ${address} does not answer: ${messageOf(why)}`, {}, { cause: why });
}

const ofFiles = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS', 'EACCES']);

/** For responses whose code is unknown here. */
const codeOfStatus = (status: number): ErrorCode => (status === 429 || status >= 500 ? 'not_now' : 'conflict');

const factsOf = (json: string): { error?: { code: string; message: string; fields?: Record<string, string> } } =>
  jsonIn(json) ?? {};
