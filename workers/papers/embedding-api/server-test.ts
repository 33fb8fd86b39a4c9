/** Asks an embedding server what it can do. */
import { say, type Words } from '../../base/language/sentence.js';
import { createEmbeddingApi, searchPriority, type EmbeddingApi } from './client.js';
import { EmbeddingApiError } from './errors.js';
import type { TextInput } from './model-input.js';

export interface ServerFindings {
  /** The models that the server lists; empty if it lists none. */
  models: string[];
  /** Numbers of a vector; null if there is none. */
  dimension: number | null;
  /** How long one text takes. */
  milliseconds: number | null;
  /** Whether it accepts a full batch of short texts; null if that was not tried. */
  accepts_batch: boolean | null;
  /** Why there is no vector. */
  problem: Words | null;
}

/** Milliseconds. A model that must be loaded first takes longer. */
const longestAnswer = 60_000;
const text = 'A short text about language.';

/**
 * Sends at most three requests: the list of models, one text, and a full batch of short texts.
 * @param batch texts per request
 * @throws the reason of the signal
 */
export async function testServer(
  api: EmbeddingApi,
  { as, batch, signal }: { as: TextInput; batch: number; signal: AbortSignal },
): Promise<ServerFindings> {
  const ends = AbortSignal.any([signal, AbortSignal.timeout(longestAnswer)]);
  const nothing: ServerFindings = {
    models: [],
    dimension: null,
    milliseconds: null,
    accepts_batch: null,
    problem: null,
  };
  const asked = { as, signal: ends, retries: 0, priority: searchPriority };
  try {
    const models = await modelsOf(api, ends);
    const begun = performance.now();
    const [vector] = await api.embed([text], asked).catch(failed);
    if (vector === undefined || vector instanceof EmbeddingApiError)
      return { ...nothing, models, problem: vector?.words ?? null };
    const milliseconds = Math.round(performance.now() - begun);
    const many = await api
      .embed(
        Array.from({ length: batch }, (_, n) => `${text} ${n}`),
        asked,
      )
      .catch(failed);
    const accepts_batch = !(many[0] instanceof EmbeddingApiError);
    return { ...nothing, models, dimension: vector.length, milliseconds, accepts_batch };
  } catch (thrown) {
    signal.throwIfAborted();
    if (!ends.aborted) throw thrown;
    return { ...nothing, problem: say('api.late', { seconds: String(longestAnswer / 1000) }) };
  }
}

function failed(thrown: unknown): EmbeddingApiError[] {
  if (thrown instanceof EmbeddingApiError) return [thrown];
  throw thrown;
}

const modelsOf = (api: EmbeddingApi, signal: AbortSignal): Promise<string[]> =>
  api.models({ signal }).catch((thrown: unknown) => {
    if (thrown instanceof EmbeddingApiError) return [];
    throw thrown;
  });

export interface LocalServer {
  name: string;
  address: string;
  models: string[];
}

/** The usual programs on this computer. */
const usualServers = [
  { name: 'Ollama', address: 'http://127.0.0.1:11434' },
  { name: 'LM Studio', address: 'http://127.0.0.1:1234' },
];

/** Returns the servers that answer on this computer. Sends them no token. */
export async function findServers(signal: AbortSignal, servers = usualServers): Promise<LocalServer[]> {
  const found = await Promise.all(
    servers.map(async ({ name, address }) => {
      const api = createEmbeddingApi({ apiUrl: address, modelName: name, requestsPerMinute: 0 });
      try {
        const models = await api.models({ signal: AbortSignal.any([signal, AbortSignal.timeout(3_000)]) });
        return [{ name, address, models }];
      } catch {
        signal.throwIfAborted();
        return [];
      } finally {
        await api.close();
      }
    }),
  );
  return found.flat();
}
