/** An HTTP server that passes requests on to a real one, and changes, delays or loses what it answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, portOf } from './servers.js';

export interface PassedRequest {
  method: string;
  /** The end of the path: `get`, `upsert`. */
  call: string;
  body: unknown;
}

export type Lie =
  /** No answer ever; the first half of it and then nothing; the first half and then the end of the connection. */
  | 'silence'
  | 'half'
  | 'cut'
  /** So many bytes of JSON. */
  | { bytes: number }
  /** An error. */
  | { status: number }
  /** Another answer. With `unheard` the request does not reach the server. */
  | { answer: (real: never) => unknown; unheard?: boolean };

export interface LyingHttp {
  url: string;
  requests: PassedRequest[];
  /** Asked for each request; undefined passes it on. Change it at any time. */
  lie: (request: PassedRequest) => Lie | undefined;
  close(): Promise<void>;
}

export async function startLyingHttp(target: string): Promise<LyingHttp> {
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    const sent = await text(request);
    const call = /[^/?]*(?=\?|$)/.exec(path)?.[0] ?? '';
    const seen = { method, call, body: sent === '' ? undefined : (JSON.parse(sent) as unknown) };
    lying.requests.push(seen);
    const lie = lying.lie(seen);
    if (lie === 'silence') return;
    if (typeof lie === 'object' && 'bytes' in lie) return sendBytes(response, lie.bytes);
    if (typeof lie === 'object' && 'status' in lie) return void response.writeHead(lie.status).end('{}');
    const isUnheard = typeof lie === 'object' && lie.unheard === true;
    const real = isUnheard
      ? new Response('null')
      : await fetch(target + path, {
          method,
          headers: { 'content-type': 'application/json' },
          body: sent === '' ? undefined : sent,
        });
    const answered = await real.text();
    const body = typeof lie === 'object' ? JSON.stringify(lie.answer(JSON.parse(answered) as never)) : answered;
    response.writeHead(real.status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    if (lie !== 'half' && lie !== 'cut') return void response.end(body);
    response.write(body.slice(0, body.length / 2), () => lie === 'cut' && response.destroy());
  }
  const lying: LyingHttp = {
    url: `http://127.0.0.1:${await portOf(server)}`,
    requests: [],
    lie: () => undefined,
    close: () => closeServer(server),
  };
  return lying;
}

/** One long text. Waits for the reader, so that this server needs no memory for it. */
function sendBytes(response: ServerResponse, bytes: number): void {
  const part = Buffer.alloc(1024 ** 2, ' ');
  let left = bytes;
  const more = (): void => {
    for (; left > 0; left -= part.length) if (!response.write(part)) return void response.once('drain', more);
    response.end('[]');
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  more();
}
