import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { PathBase } from '../../../config/field.js';
import { defaultOf, environmentOf, fieldOf, type Config } from '../../../config/fields.js';
import { parseFile } from '../../../config/file.js';
import { placesOf, withHome } from '../../../config/places.js';
import '../settings-table.js';
import { parseField } from '../../../config/validate.js';
import * as z from 'zod/v4';
import { messageOf, systemCodeOf } from '../../base/errors.js';
import { optionsProblem } from '../../base/input/options.js';
import { readOr } from '../../base/input/read.js';
import { must } from '../../base/input/schema.js';
import { shown } from '../../base/input/shown.js';
import type { ModelSettings } from './model-in-use.js';
import { ValueError } from '../embedding-api/errors.js';
import { isSqliteName } from '../sql/location.js';

/**
 * The options of `new EmbeddingsManager`. If an option is undefined or null, the environment applies, then the daemon's
 * configuration file, then the default. In the environment the plain name (`EMBEDDING_MODEL`) takes precedence over the
 * project's own (`TONSTIFT_EMBEDDING_MODEL`); an empty variable counts as unset.
 */
export interface EmbeddingsManagerOptions {
  /** URL of the embedding API, with or without `/v1`. `LLM_BACKEND_URL`, else http://localhost:1234. */
  apiUrl?: string;
  /** Sent as `Authorization: Bearer …` and never shown. `LLM_BACKEND_AUTH_TOKEN`, else none. */
  authToken?: string;
  /** `EMBEDDING_MODEL`, else text-embedding-qwen3-embedding-4b. */
  modelName?: string;
  /** `COLLECTION_NAME`, else papers. */
  collectionName?: string;
  /** Requests to the API in any 60 seconds; 0 means no limit. `REQUESTS_PER_MINUTE`, else 60. */
  requestsPerMinute?: number;
  /**
   * The URL of a Chroma server (http or https) or of a PostgreSQL database with pgvector (postgresql; `?index=hnsw`
   * allows approximate searches), otherwise a folder. `EMBEDDING_DB`, else a folder under the data folder.
   */
  embeddingDb?: string;
  /** A file, or the URL of a PostgreSQL database. `PAPER_DB`, else a file under the data folder. */
  paperDb?: string;
  /**
   * `automatic`: vectors that are made from now on, and all queries, get what the model card recommends
   * (`known-models.ts`); `plain`: only the text. If it is not set anywhere, new vectors are made of the plain text.
   */
  modelInput?: 'automatic' | 'plain';
  /** Text before each paper. Vectors with another one are those of another model. `\n` is a new line. */
  documentPrefix?: string;
  /** Text before each query. */
  queryPrefix?: string;
  /** The field `input_type` in requests for papers. */
  documentType?: string;
  /** The field `input_type` in requests for queries. */
  queryType?: string;
  /** The field `dimensions` in all requests; 0 for none. */
  dimensions?: number;
}

export type EmbeddingsSettings = Readonly<Required<Omit<EmbeddingsManagerOptions, 'modelInput'>>> &
  Pick<ModelSettings, 'modelInput'>;

type TextOption = Exclude<keyof EmbeddingsManagerOptions, 'requestsPerMinute' | 'modelInput' | 'dimensions'>;

const fieldsOf = {
  apiUrl: 'llm_backend_url',
  authToken: 'llm_backend_auth_token',
  modelName: 'embedding_model',
  collectionName: 'collection_name',
  requestsPerMinute: 'requests_per_minute',
  embeddingDb: 'embedding_db',
  paperDb: 'paper_db',
  modelInput: 'embedding_input',
  documentPrefix: 'embedding_document_prefix',
  queryPrefix: 'embedding_query_prefix',
  documentType: 'embedding_document_type',
  queryType: 'embedding_query_type',
  dimensions: 'embedding_dimensions',
} as const satisfies Record<keyof EmbeddingsManagerOptions, keyof Config>;

/**
 * @throws ValueError for an unknown option, an option of a wrong type, an invalid number of requests, and an invalid
 *   value in the environment or the file
 */
export function settingsOf(options: EmbeddingsManagerOptions, environment: NodeJS.ProcessEnv): EmbeddingsSettings {
  const problem = optionsProblem(options, fieldsOf);
  if (problem !== undefined) throw new ValueError(`EmbeddingsManager ${problem}`);
  const places = placesOf(environment, environment['TONSTIFT_HOME']);
  let file: Record<string, unknown> | undefined;

  function given<Name extends keyof Config>(field: Name): Config[Name] | undefined {
    for (const variable of [fieldOf(field).environment, environmentOf(field)]) {
      const raw = variable === undefined ? undefined : environment[variable];
      if (variable === undefined || raw === undefined || raw === '') continue;
      if (field === 'paper_db' && isSqliteName(raw)) return raw as Config[Name];
      return checked(field, raw, variable, process.cwd());
    }
    file ??= fieldsIn(places.configFile);
    if (Object.hasOwn(file, field))
      return checked(field, file[field], `${field} in ${places.configFile}`, dirname(places.configFile));
    return undefined;
  }
  const configured = <Name extends keyof Config>(field: Name): Config[Name] =>
    given(field) ?? (defaultOf(field, places) as Config[Name]);
  const taken = (option: TextOption): string => textOf(option, options[option]) ?? configured(fieldsOf[option]);
  return {
    apiUrl: taken('apiUrl'),
    authToken: taken('authToken'),
    modelName: checkedAs('embedding_model', options.modelName, 'modelName') ?? configured('embedding_model'),
    collectionName: taken('collectionName'),
    requestsPerMinute: requests(options.requestsPerMinute ?? configured('requests_per_minute')),
    embeddingDb: withHome(taken('embeddingDb')),
    paperDb: withHome(taken('paperDb')),
    // Programs that do not know this setting send the text unchanged.
    modelInput: checkedAs('embedding_input', options.modelInput, 'modelInput') ?? given('embedding_input'),
    documentPrefix: taken('documentPrefix'),
    queryPrefix: taken('queryPrefix'),
    documentType: taken('documentType'),
    queryType: taken('queryType'),
    dimensions:
      checkedAs('embedding_dimensions', options.dimensions, 'dimensions') ?? configured('embedding_dimensions'),
  };
}

function checkedAs<Name extends keyof Config>(field: Name, given: unknown, option: string): Config[Name] | undefined {
  return given === undefined || given === null ? undefined : checked(field, given, option, process.cwd());
}

/** Checks only the type: the first use of an address checks its content. */
function textOf(option: TextOption, given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  if (given === undefined || given === null) return undefined;
  throw new ValueError(`${option} must be text${option === 'authToken' ? '' : `, not ${shown(given)}`}.`);
}

function checked<Name extends keyof Config>(field: Name, raw: unknown, source: string, folder: string): Config[Name] {
  const base: PathBase = { user: homedir(), folder };
  const parsed = parseField(field, raw, base);
  if ('problem' in parsed) throw new ValueError(`${source} ${String(parsed.problem)}`);
  return parsed.value;
}

function fieldsIn(configFile: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(configFile, 'utf8');
  } catch (thrown) {
    if (systemCodeOf(thrown) === 'ENOENT' || systemCodeOf(thrown) === 'ENOTDIR') return {};
    throw new ValueError(`Cannot read the configuration file ${configFile}: ${messageOf(thrown)}`, {
      cause: thrown,
    });
  }
  const parsed = parseFile(text);
  if ('problem' in parsed) throw new ValueError(`The configuration file ${configFile} ${parsed.problem}`);
  return parsed.fields;
}

const requestLimit = must('a finite number, 0 for no limit or more', z.number().min(0));

const requests = (given: unknown): number =>
  readOr(requestLimit, given, (problem) => new ValueError(`requestsPerMinute ${String(problem)}`));
