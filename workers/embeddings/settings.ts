import { join } from 'node:path';
import { placesOf } from '../../config/places.js';
import { ValueError } from './errors.js';

/** What `new EmbeddingsManager` takes. Undefined means the environment, then the default. */
export interface EmbeddingsManagerOptions {
  /** Endpoint of the embedding API, with or without `/v1`. `LLM_BACKEND_URL`, else http://localhost:1234. */
  apiUrl?: string;
  /** Sent as `Authorization: Bearer …`, and shown nowhere. `LLM_BACKEND_AUTH_TOKEN`, else none. */
  authToken?: string;
  /** `EMBEDDING_MODEL`, else text-embedding-qwen3-embedding-4b. */
  modelName?: string;
  /** `COLLECTION_NAME`, else papers. */
  collectionName?: string;
  /** Requests to the API in any 60 seconds; 0 is no limit. `REQUESTS_PER_MINUTE`, else 60. */
  requestsPerMinute?: number;
  /** A URL (http or https) of a Chroma server, otherwise a folder. `EMBEDDING_DB`, else a folder under the data folder. */
  embeddingDb?: string;
  /** A file, or the URL of a PostgreSQL database. `PAPER_DB`, else a file under the data folder. */
  paperDb?: string;
}

export type EmbeddingsSettings = Readonly<Required<EmbeddingsManagerOptions>>;

/**
 * Options over the environment over defaults. In the environment the plain name (`EMBEDDING_MODEL`) rules over the
 * project's own (`TONSTIFT_EMBEDDING_MODEL`); an empty variable counts as not set.
 * @throws ValueError for a negative or impossible number of requests
 */
export function settingsOf(options: EmbeddingsManagerOptions, environment: NodeJS.ProcessEnv): EmbeddingsSettings {
  const read = (name: string): string | undefined => environment[name] || environment[`TONSTIFT_${name}`] || undefined;
  const { data } = placesOf(environment, environment['TONSTIFT_HOME']);
  return {
    apiUrl: options.apiUrl ?? read('LLM_BACKEND_URL') ?? 'http://localhost:1234',
    authToken: options.authToken ?? read('LLM_BACKEND_AUTH_TOKEN') ?? '',
    modelName: options.modelName ?? read('EMBEDDING_MODEL') ?? 'text-embedding-qwen3-embedding-4b',
    collectionName: options.collectionName ?? read('COLLECTION_NAME') ?? 'papers',
    requestsPerMinute: requests(options.requestsPerMinute ?? read('REQUESTS_PER_MINUTE') ?? 60),
    embeddingDb: options.embeddingDb ?? read('EMBEDDING_DB') ?? join(data, 'embeddings'),
    paperDb: options.paperDb ?? read('PAPER_DB') ?? join(data, 'papers.db'),
  };
}

function requests(given: number | string): number {
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  if (typeof number === 'number' && Number.isFinite(number) && number >= 0) return number;
  throw new ValueError(`requestsPerMinute must be a finite number, 0 for no limit or more, not ${JSON.stringify(given) ?? String(given)}.`);
}
