/** The services in memory behind a real server, and requests to it down to the bytes. */
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { allParts } from '../support/features.js';
import { createApp } from '../../http/app.js';
import type { BodyTimes } from '../../http/request/body-time.js';
import { httpServer } from '../../http/server.js';
import { silentLog, type Log } from '../../workers/base/ports.js';
import { makeServices, type FakeServices } from './services.js';
import { closeServer, portOf } from '../support/servers.js';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
  json(): Record<string, unknown>;
}

interface Asked {
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

export interface Running {
  services: FakeServices;
  port: number;
  /** What was logged as an error. */
  errors: string[];
  /** What was logged as a warning. */
  warnings: string[];
  /** Milliseconds that guesses were made to wait, each once it has begun. */
  waits: number[];
  ask(path: string, asked?: Asked): Promise<Answer>;
  /** A form, as curl sends it. */
  form(path: string, fields: Fields, headers?: Record<string, string>): Promise<Answer>;
  /** A value as JSON. */
  post(path: string, value: unknown, headers?: Record<string, string>): Promise<Answer>;
  parts(path: string, parts: Part[], headers?: Record<string, string>): Promise<Answer>;
  /** Folders of uploads that are still there. */
  leftovers(): Promise<string[]>;
  stop(): Promise<void>;
}

/** As pairs or as the text of a query, a field may be repeated. */
export type Fields = Record<string, string> | [string, string][] | string;

export interface Part {
  name: string;
  filename?: string;
  content: string | Buffer;
  type?: string;
  /** More header lines. */
  extra?: string;
}

export const boundary = 'b0undary';

function headOf({ name, filename, type, extra }: Part): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  const ofType = type ?? (filename === undefined ? undefined : 'application/octet-stream');
  const lines = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${name}"${file}`,
    ...(ofType === undefined ? [] : [`Content-Type: ${ofType}`]),
    ...(extra === undefined ? [] : [extra]),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

export function multipart(parts: Part[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(headOf(part)), Buffer.from(part.content), Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
}

export const multipartType = { 'content-type': `multipart/form-data; boundary=${boundary}` };

export async function start(bodies?: BodyTimes): Promise<Running> {
  const services = await makeServices();
  const errors: string[] = [];
  const warnings: string[] = [];
  const waits: number[] = [];
  const log: Log = {
    ...silentLog,
    error: (message) => void errors.push(message),
    warn: (message) => void warnings.push(message),
  };
  const wait = (ms: number): Promise<void> => (waits.push(ms), pause(ms));
  const timing = { now: () => Date.now(), wait, ...(bodies && { bodies }) };
  const app = createApp({ services, features: allParts, log, timing });
  const server = httpServer(app);
  const port = await portOf(server);
  const agent = new Agent({ keepAlive: true });

  const ask = (path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> =>
    new Promise((done, failed) => {
      const length =
        body === undefined || 'transfer-encoding' in headers
          ? {}
          : { 'content-length': String(Buffer.byteLength(body)) };
      const asking = request(
        { host: '127.0.0.1', port, path, method, headers: { ...length, ...headers }, agent },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', failed);
          response.on('end', () => {
            const bytes = Buffer.concat(chunks);
            const text = bytes.toString();
            done({
              status: response.statusCode ?? 0,
              headers: response.headers,
              bytes,
              text,
              json: () => JSON.parse(text) as Record<string, unknown>,
            });
          });
        },
      );
      asking.on('error', failed);
      asking.end(body);
    });

  return {
    services,
    port,
    errors,
    warnings,
    waits,
    ask,
    form: (path, fields, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      }),
    post: (path, value, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(value),
      }),
    parts: (path, parts, headers = {}) =>
      ask(path, { method: 'POST', headers: { ...multipartType, ...headers }, body: multipart(parts) }),
    leftovers: () => readdir(join(services.folder, 'uploads')),
    async stop() {
      agent.destroy();
      await closeServer(server);
      await services.close();
    },
  };
}

export const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
export const track = (filename: string, content = 'sound'): Part => ({ name: 'files', filename, content });
export const png = Buffer.from('89504e470d0a1a0a00', 'hex');
