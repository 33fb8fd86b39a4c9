/** The settings of the papers. */
import { join } from 'node:path';
import * as z from 'zod/v4';
import { boolean, choice, exactText, integer, number, place, secret, text, url } from '../../config/field.js';
import { eitherOf, filled, like, plain, unmasked, urlOf } from '../../config/field-checks.js';
import { addFields, type ValuesOf } from '../../config/fields.js';
import { isUrl } from '../../config/url.js';
import { isSchedule } from '../base/input/schedule.js';
import { saying } from '../base/input/schema.js';
import { say } from '../base/language/sentence.js';

/** A path, or a URL of one of these schemes. */
const database = (...schemes: string[]) =>
  plain
    .refine((value) => value !== '', saying(say('wrong.path_or_url', { schemes: eitherOf(schemes) })))
    .pipe(urlOf(schemes, (value) => !isUrl(value)));

export const paperFields = {
  show_papers: boolean({
    default: false,
    group: 'papers',
    guard: 'open',
    help: 'Shows the page Papers in the navigation, even if there are no papers yet.',
  }),
  paper_db: place({
    default: (places) => join(places.data, 'papers.db'),
    group: 'papers',
    guard: 'password',
    isWritten: 'file',
    isKept: true,
    environment: 'PAPER_DB',
    help:
      'Database for papers: a file (SQLite), or the URL of a PostgreSQL database, ' +
      'postgres://user:password@host/name.',
    check: database('postgres', 'postgresql'),
  }),
  embedding_db: place({
    default: (places) => join(places.data, 'embeddings'),
    group: 'papers',
    guard: 'password',
    isWritten: 'folder',
    isKept: true,
    environment: 'EMBEDDING_DB',
    help:
      'Database for the embeddings: a folder, the URL of a Chroma server, or the URL of a PostgreSQL database ' +
      'with pgvector.',
    check: database('http', 'https', 'postgres', 'postgresql'),
  }),
  collection_name: text({
    default: 'papers',
    group: 'papers',
    guard: 'open',
    environment: 'COLLECTION_NAME',
    help: 'Collection that holds the embeddings.',
    check: like(/^[A-Za-z0-9][A-Za-z0-9._-]{1,510}[A-Za-z0-9]$/, 'wrong.collection'),
  }),
  llm_backend_url: url({
    receives: 'llm_backend_auth_token',
    default: 'http://localhost:1234',
    group: 'papers',
    guard: 'open',
    environment: 'LLM_BACKEND_URL',
    help: 'Server that makes the embeddings: any server with the OpenAI API. Changing this clears the saved token.',
    check: urlOf(['http', 'https']),
  }),
  llm_backend_auth_token: secret({
    default: '',
    group: 'papers',
    guard: 'open',
    environment: 'LLM_BACKEND_AUTH_TOKEN',
    help: 'Token for the embedding server, if it needs one.',
    check: unmasked('wrong.mask_token'),
  }),
  embedding_model: text({
    default: 'text-embedding-qwen3-embedding-4b',
    group: 'papers',
    guard: 'open',
    environment: 'EMBEDDING_MODEL',
    help: 'Model that makes the embeddings. After a change, all papers must be embedded again.',
    check: filled('wrong.no_model'),
  }),
  embedding_input: choice(['automatic', 'plain'], {
    default: 'automatic',
    group: 'papers',
    guard: 'open',
    help:
      'Known models find better if they get certain words before the text. Papers that were embedded ' +
      'without them stay so until all papers are embedded again.',
  }),
  embedding_document_prefix: exactText({
    default: '',
    group: 'papers',
    guard: 'open',
    help:
      'Words before the text of each paper, with a space at the end. “\\n” is a new line. After a change, ' +
      'all papers must be embedded again.',
  }),
  embedding_query_prefix: exactText({
    default: '',
    group: 'papers',
    guard: 'open',
    help: 'Words before the text of each search, with a space at the end. “\\n” is a new line.',
  }),
  embedding_document_type: text({
    default: '',
    group: 'papers',
    guard: 'open',
    help:
      'Sent as “input_type” with papers. If one of these four settings is not empty, they replace what is ' +
      'recommended for the model.',
  }),
  embedding_query_type: text({
    default: '',
    group: 'papers',
    guard: 'open',
    help: 'Sent as “input_type” with searches.',
  }),
  embedding_dimensions: integer(0, 16_384, {
    default: 0,
    group: 'papers',
    guard: 'open',
    help:
      'How many numbers a vector has, for models that can shorten it. 0: as the model does. After a change, ' +
      'all papers must be embedded again.',
  }),
  embed_schedule: text({
    default: '0 * * * *',
    group: 'papers',
    guard: 'open',
    help:
      'When to embed new and changed papers, as in a crontab: minute, hour, day, month, weekday. Empty: only ' +
      'after an import or on request.',
    check: z.string().refine((value) => value === '' || isSchedule(value), saying(say('wrong.schedule'))),
  }),
  embed_batch_size: integer(1, 2048, {
    default: 100,
    group: 'papers',
    guard: 'open',
    help: 'Number of texts in one request to the embedding server.',
  }),
  requests_per_minute: number(0, 1_000_000, {
    default: 60,
    group: 'papers',
    guard: 'open',
    environment: 'REQUESTS_PER_MINUTE',
    help: 'Maximum number of requests to the embedding server per minute. 0: no limit.',
  }),
  limiter_redis_url: url({
    default: '',
    group: 'papers',
    guard: 'password',
    needsRestart: true,
    help:
      'URL of a Redis server, redis://host:6379. Computers with the same Redis server share the request limit. ' +
      'Empty: the limit applies to this computer only.',
    check: urlOf(['redis', 'rediss'], (value) => value === ''),
  }),
};

type PaperConfig = ValuesOf<typeof paperFields>;

declare module '../../config/fields.js' {
  interface Config extends PaperConfig {}
}

addFields(paperFields);
