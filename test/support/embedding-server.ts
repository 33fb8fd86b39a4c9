import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { textVector } from './text-vector.js';
import { closeServer } from './servers.js';

interface SeenRequest {
  /** When it arrived, in milliseconds of `performance.now()`. */
  at: number;
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
  /** The texts of an embedding request. */
  texts: string[];
  /** What it was answered, 0 for none. */
  status: number;
}

/** What one request gets instead of its answer. */
interface Misbehaviour {
  status?: number;
  headers?: Record<string, string>;
  /** Text goes out as it is, everything else as JSON. */
  body?: unknown;
  /** Milliseconds before the answer. */
  delay?: number;
  /** No answer ever. */
  hang?: boolean;
  /** The connection ends before the answer, or in its middle. */
  broken?: 'at once' | 'half way';
}

/** What one text's vector comes out as. `NaN` breaks the JSON of the whole answer, unless it goes as base64. */
type OddVector = 'null' | 'NaN' | 'zero' | 'short' | 'empty' | 'missing' | 'text';

export interface EmbeddingServerSettings {
  dimension: number;
  encoding: 'float' | 'base64';
  /** Refuses everything without it, with 401. */
  token?: string;
  /** Refuses longer batches with 400. */
  maxBatch?: number;
  /** Refuses every batch that holds such a text with this status. */
  refuse?: { text: RegExp; status?: number };
  odd?: { text: RegExp; as: OddVector };
  shuffled: boolean;
  /** Answers so many vectors fewer. */
  fewer: number;
  /** Each model answers other vectors, of the same dimension. */
  byModel: boolean;
  /** Without it the path is not found. */
  models: boolean;
  /** Asked for every request before all else, the queue of `next` included. */
  misbehave?: ((request: SeenRequest) => Misbehaviour | undefined) | undefined;
}

export interface EmbeddingServer {
  url: string;
  requests: SeenRequest[];
  /** Change them at any time. */
  settings: EmbeddingServerSettings;
  /** The next requests get these. */
  next(...these: Misbehaviour[]): void;
  vectorOf(text: string, model?: string): Float32Array;
  /** The requests for embeddings only. */
  embeddings(): SeenRequest[];
  /** How often each text was asked for. */
  asked(): Map<string, number>;
  /** Breaks what is open. A new server on the same port plays one that came back. */
  close(): Promise<void>;
}

/** The options of a program that uses this server, without a limit. */
export const embeddingFlags = ({ url }: EmbeddingServer, model = 'mini'): string[] => [
  ...['--llm-backend-url', url],
  ...['--embedding-model', model],
  ...['--requests-per-minute', '0'],
];

/** A real HTTP server that plays the embedding API and misbehaves on demand. */
export async function startEmbeddingServer(
  given: Partial<EmbeddingServerSettings> & { port?: number } = {},
): Promise<EmbeddingServer> {
  const { port = 0, ...settingsGiven } = given;
  const settings: EmbeddingServerSettings = {
    dimension: 64,
    encoding: 'float',
    shuffled: false,
    fewer: 0,
    byModel: false,
    models: true,
    ...settingsGiven,
  };
  const requests: SeenRequest[] = [];
  const queue: Misbehaviour[] = [];

  const server = createServer((request, response) => {
    void take(request, response).catch(() => response.destroy());
  });
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen: SeenRequest = {
      at: performance.now(),
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: undefined,
      texts: [],
      status: 0,
    };
    requests.push(seen);
    const raw = await readText(request);
    seen.body = raw === '' ? undefined : JSON.parse(raw);
    const input = (seen.body as { input?: unknown } | undefined)?.input;
    seen.texts = [input ?? []].flat().map(String);
    const odd = settings.misbehave?.(seen) ?? queue.shift();
    if (odd?.delay !== undefined) await new Promise((resolve) => setTimeout(resolve, odd.delay));
    if (odd?.hang) return;
    if (odd?.broken) return breakOff(response, odd.broken);
    const answer = odd && (odd.status !== undefined || odd.body !== undefined) ? odd : answerTo(seen, settings);
    seen.status = answer.status ?? 200;
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {});
    response.writeHead(seen.status, { 'content-type': 'application/json', ...answer.headers }).end(body);
  }
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    settings,
    next: (...these) => void queue.push(...these),
    vectorOf: (text, model) => vectorOf(text, model, settings),
    embeddings: () => requests.filter((one) => one.path.endsWith('/embeddings')),
    asked() {
      const counts = new Map<string, number>();
      for (const one of requests.flatMap((request) => request.texts)) counts.set(one, (counts.get(one) ?? 0) + 1);
      return counts;
    },
    close: () => closeServer(server),
  };
}

function breakOff(response: ServerResponse, when: 'at once' | 'half way'): void {
  if (when === 'at once') return void response.destroy();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"data":[', () => response.destroy());
}

const refusal = (status: number, message: string): Misbehaviour => ({
  status,
  body: { error: { message, type: 'invalid_request_error' } },
});

function answerTo(
  { method, path, headers, body, texts }: SeenRequest,
  settings: EmbeddingServerSettings,
): Misbehaviour {
  if (settings.token !== undefined && headers.authorization !== `Bearer ${settings.token}`)
    return refusal(401, 'Incorrect API key provided.');
  if (method === 'GET' && path === '/v1/models' && settings.models)
    return { body: { object: 'list', data: [{ id: 'fake' }] } };
  if (method !== 'POST' || path !== '/v1/embeddings') return refusal(404, `No route ${method} ${path}.`);
  const { model, input } = body as { model?: unknown; input?: unknown };
  if (typeof model !== 'string' || model === '') return refusal(400, 'model is missing.');
  if (input === undefined || texts.length === 0 || texts.includes('')) return refusal(400, 'input is empty.');
  if (texts.length > (settings.maxBatch ?? Infinity))
    return refusal(400, `A batch has at most ${settings.maxBatch} texts.`);
  if (texts.some((text) => settings.refuse?.text.test(text)))
    return refusal(settings.refuse?.status ?? 400, 'The input is not allowed.');
  const data = texts
    .map((text, index) => ({ object: 'embedding', index, embedding: embeddingOf(text, model, settings) }))
    .filter((one) => one.embedding !== 'missing');
  const sent = data.slice(0, data.length - settings.fewer);
  if (settings.shuffled) sent.reverse();
  // JSON knows no NaN, but servers that write it by hand do.
  return { body: JSON.stringify({ object: 'list', model, data: sent }).replaceAll('"<NaN>"', 'NaN') };
}

const vectorOf = (text: string, model: string | undefined, { dimension, byModel }: EmbeddingServerSettings) =>
  textVector(byModel ? `${model} ${text}` : text, dimension);

function embeddingOf(text: string, model: string, settings: EmbeddingServerSettings): unknown {
  const { encoding, odd } = settings;
  const vector: unknown[] = [...vectorOf(text, model, settings)];
  const as = odd?.text.test(text) ? odd.as : undefined;
  if (as === 'missing' || as === 'text') return as;
  if (as === 'null') vector[1] = null;
  if (as === 'NaN') vector[1] = encoding === 'base64' ? NaN : '<NaN>';
  if (as === 'zero') vector.fill(0);
  if (as === 'short') vector.pop();
  if (as === 'empty') vector.length = 0;
  return encoding === 'float' ? vector : Buffer.from(Float32Array.from(vector as number[]).buffer).toString('base64');
}
