/**
 * The one table of configuration: the loader, `--help`, `tonstift config`, the config page and
 * `docs/configuration.md` all come from it.
 */
import { isIP } from 'node:net';
import { isAbsolute, join } from 'node:path';
import { Cron } from 'croner';
import type { Places } from './places.js';
import { isUrl, isUrlOf, urlPassword } from './url.js';

export interface Config {
  host: string;
  port: number;
  password: string;
  allow_unauthenticated: boolean;
  allowed_hosts: string[];
  open_browser: boolean;
  inbox_path: string;
  inbox_settle_seconds: number;
  library_path: string;
  audio_format: 'mp3' | 'ogg';
  pen_language: 'GERMAN' | 'FRENCH' | 'DUTCH' | 'ITALIAN' | 'RUSSIA' | 'ENGLISH' | 'SPANISH' | '';
  pen_detect: boolean;
  pen_auto_sync: boolean;
  pen_follow: boolean;
  pen_eject: boolean;
  pen_paths: string[];
  ffmpeg_path: string;
  print_preset: 'list' | 'tiles' | 'cd';
  print_page_size: 'A4' | 'A5' | 'Letter';
  print_margin: number;
  print_columns: number;
  print_tile_size: number;
  print_show_cover: boolean;
  print_show_album_info: boolean;
  print_show_controls: boolean;
  print_show_tracks: boolean;
  print_show_general_controls: boolean;
  print_dpi: number;
  print_pixel_size: number;
  paper_db: string;
  embedding_db: string;
  collection_name: string;
  llm_backend_url: string;
  llm_backend_auth_token: string;
  embedding_model: string;
  embed_schedule: string;
  embed_batch_size: number;
  requests_per_minute: number;
  limiter_redis_url: string;
  max_upload_mb: number;
  log_level: 'error' | 'warn' | 'info' | 'debug';
}

/** `place` is a path or a URL; a password in the URL is never shown. */
export type FieldType = 'text' | 'secret' | 'path' | 'place' | 'integer' | 'number' | 'boolean' | 'choice' | 'list';

/** What a person wants to do with a field; the config page groups by it. */
export type FieldGroup = 'places' | 'pen' | 'print' | 'sound' | 'papers' | 'network' | 'log';

export const groupTitles: Readonly<Record<FieldGroup, string>> = {
  places: 'Places',
  pen: 'Pen',
  print: 'Printing',
  sound: 'Sound',
  papers: 'Papers',
  network: 'Network',
  log: 'Log',
};

export interface Field<Value> {
  type: FieldType;
  /** Shown as the default on the config page and in the help; a function where it depends on the machine. */
  default: Value | ((places: Places) => Value);
  group: FieldGroup;
  /** A variable that is read too, and rules over the program's own. */
  environment?: string;
  /** The daemon must be started again before a change is in force. */
  needsRestart: boolean;
  /** One or two sentences for a person. */
  help: string;
  /** For `choice`. */
  choices?: readonly (Value & string)[];
  /** For `choice`: other words for a choice, in lower case. */
  aliases?: Readonly<Record<string, Value & string>>;
  /** For `integer` and `number`, inclusive. */
  min?: number;
  max?: number;
  /** Answers what a value of the right type must be instead (`must …`, without a full stop), or undefined. */
  check?: (value: Value) => string | undefined;
}

export type FieldName = keyof Config;

/** Stands for a secret that is set, wherever values are shown. Posted back, it leaves the secret as it is. */
export const secretMask = '********';

const hostName = /^[A-Za-z0-9_.-]+$/;

const noControlCharacters = (value: string): string | undefined =>
  /[\u0000-\u001f\u007f]/.test(value) ? 'must be free of control characters' : undefined;

const folder = (value: string): string | undefined =>
  value === '' ? 'must name a folder' : noControlCharacters(value);

const urlProblem = (value: string, schemes: readonly string[]): string | undefined => {
  if (urlPassword(value) === secretMask) return 'must hold the password, not the mask of one';
  return isUrlOf(value, schemes) ? noControlCharacters(value) : `must be a URL with ${schemes.join(' or ')}`;
};

/** Answers undefined for a path, and for a URL of one of these schemes. */
const databaseProblem = (value: string, schemes: readonly string[]): string | undefined =>
  value === ''
    ? `must be a path, or a URL with ${schemes.join(' or ')}`
    : isUrl(value)
      ? urlProblem(value, schemes)
      : noControlCharacters(value);

function isSchedule(text: string): boolean {
  try {
    return text.split(/\s+/).length === 5 && new Cron(text, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}

export const fields: { readonly [Name in FieldName]: Field<Config[Name]> } = {
  inbox_path: {
    type: 'path',
    default: (places) => places.inbox,
    group: 'places',
    needsRestart: true,
    help: 'Folder that is watched: audio copied into it becomes albums.',
    check: folder,
  },
  inbox_settle_seconds: {
    type: 'number',
    default: 5,
    min: 0,
    max: 3600,
    group: 'places',
    needsRestart: false,
    help: 'An album is taken from the inbox once nothing in it has changed for so many seconds.',
  },
  library_path: {
    type: 'path',
    default: (places) => join(places.data, 'library'),
    group: 'places',
    needsRestart: false,
    help: 'Folder of the library: albums, covers and files for the pen. A new one moves the library.',
    check: folder,
  },
  max_upload_mb: {
    type: 'integer',
    default: 2048,
    min: 1,
    max: 1_000_000,
    group: 'places',
    needsRestart: false,
    help: 'Largest upload, and largest unpacked ZIP, in megabytes.',
  },
  pen_language: {
    type: 'choice',
    default: 'GERMAN',
    group: 'pen',
    needsRestart: false,
    choices: ['GERMAN', 'FRENCH', 'DUTCH', 'ITALIAN', 'RUSSIA', 'ENGLISH', 'SPANISH', ''],
    aliases: { any: '', russian: 'RUSSIA' },
    help: 'Language of the pen: it ignores files of another one. Empty (or any) plays on every older pen.',
  },
  pen_detect: {
    type: 'boolean',
    default: true,
    group: 'pen',
    needsRestart: false,
    help: 'Finds pens by itself on what is mounted. Off: only what pen_paths names is a pen.',
  },
  pen_auto_sync: {
    type: 'boolean',
    default: true,
    group: 'pen',
    needsRestart: false,
    help: 'Copies the albums onto a pen as soon as it is plugged in, and keeps them up to date while it is.',
  },
  pen_follow: {
    type: 'boolean',
    default: true,
    group: 'pen',
    needsRestart: false,
    help: 'Makes the files for each pen in its own language and in a sound that it plays, where the pen says which.',
  },
  pen_eject: {
    type: 'boolean',
    default: false,
    group: 'pen',
    needsRestart: false,
    help: 'Unmounts the pen when everything is on it.',
  },
  pen_paths: {
    type: 'list',
    default: [],
    group: 'pen',
    needsRestart: false,
    help: 'Folders or mount points that are pens, whatever they look like, separated by commas.',
    check: (value) => (value.every((path) => isAbsolute(path)) ? undefined : 'must list absolute paths'),
  },
  print_preset: {
    type: 'choice',
    default: 'list',
    choices: ['list', 'tiles', 'cd'],
    group: 'print',
    needsRestart: false,
    help:
      'What a control sheet looks like: list (buttons and all tracks), tiles (a card of each album), ' +
      'cd (a booklet for a CD case).',
  },
  print_page_size: {
    type: 'choice',
    default: 'A4',
    choices: ['A4', 'A5', 'Letter'],
    group: 'print',
    needsRestart: false,
    help: 'Paper in the printer.',
  },
  print_margin: {
    type: 'number',
    default: 10,
    min: 0,
    max: 50,
    group: 'print',
    needsRestart: false,
    help: 'Free edge of the paper, in millimetres. Most printers need 4 to 6.',
  },
  print_columns: {
    type: 'integer',
    default: 0,
    min: 0,
    max: 10,
    group: 'print',
    needsRestart: false,
    help: 'Columns of tracks or tiles. 0: as many as fit well.',
  },
  print_tile_size: {
    type: 'number',
    default: 0,
    min: 0,
    max: 200,
    group: 'print',
    needsRestart: false,
    help: 'Width of a tile, or side of cover and start field in a list, in millimetres. 0: what suits the preset.',
    check: (value) => (value === 0 || value >= 15 ? undefined : 'must be 0 or at least 15 mm'),
  },
  print_show_cover: { type: 'boolean', default: true, group: 'print', needsRestart: false, help: 'Prints the covers.' },
  print_show_album_info: {
    type: 'boolean',
    default: true,
    group: 'print',
    needsRestart: false,
    help: 'Prints title and artist.',
  },
  print_show_controls: {
    type: 'boolean',
    default: true,
    group: 'print',
    needsRestart: false,
    help: 'Prints buttons for back, play, stop and next with each album.',
  },
  print_show_tracks: {
    type: 'boolean',
    default: true,
    group: 'print',
    needsRestart: false,
    help: 'Prints the tracks with a field for each.',
  },
  print_show_general_controls: {
    type: 'boolean',
    default: false,
    group: 'print',
    needsRestart: false,
    help: 'Prints a set of buttons that work with every album: back, play, stop, next and 24 tracks.',
  },
  print_dpi: {
    type: 'integer',
    default: 1200,
    min: 300,
    max: 2400,
    group: 'print',
    needsRestart: false,
    help: 'Resolution of the printer, in dots per inch: 300, 600, 1200 or 2400. The test sheet tells which works.',
    check: (value) => ([300, 600, 1200, 2400].includes(value) ? undefined : 'must be 300, 600, 1200 or 2400'),
  },
  print_pixel_size: {
    type: 'integer',
    default: 2,
    min: 1,
    max: 4,
    group: 'print',
    needsRestart: false,
    help: 'Size of a printed dot, in dots of the printer, 1 to 4. The test sheet tells which works.',
  },
  audio_format: {
    type: 'choice',
    default: 'mp3',
    choices: ['mp3', 'ogg'],
    group: 'sound',
    needsRestart: false,
    help: 'Sound inside the file for the pen: mp3, or ogg (Vorbis, mono, 22,050 Hz), which every pen plays.',
  },
  ffmpeg_path: {
    type: 'path',
    default: '',
    group: 'sound',
    needsRestart: false,
    help: 'The ffmpeg program that converts audio. Empty: the one on the PATH, else the built-in one.',
    check: noControlCharacters,
  },
  paper_db: {
    type: 'place',
    default: (places) => join(places.data, 'papers.db'),
    group: 'papers',
    needsRestart: false,
    environment: 'PAPER_DB',
    help:
      'Where papers are kept: a file (SQLite), ' +
      'or the URL of a PostgreSQL database, postgres://user:password@host/name.',
    check: (value) => databaseProblem(value, ['postgres', 'postgresql']),
  },
  embedding_db: {
    type: 'place',
    default: (places) => join(places.data, 'embeddings'),
    group: 'papers',
    needsRestart: false,
    environment: 'EMBEDDING_DB',
    help: 'Where their embeddings are kept: a folder, or the URL of a Chroma server.',
    check: (value) => databaseProblem(value, ['http', 'https']),
  },
  collection_name: {
    type: 'text',
    default: 'papers',
    group: 'papers',
    needsRestart: false,
    environment: 'COLLECTION_NAME',
    help: 'Collection of the embeddings.',
    check: (value) =>
      /^[A-Za-z0-9][A-Za-z0-9._-]{1,510}[A-Za-z0-9]$/.test(value)
        ? undefined
        : 'must be 3 to 512 letters, digits, dots, hyphens and underscores, with a letter or a digit at both ends',
  },
  llm_backend_url: {
    type: 'text',
    default: 'http://localhost:1234',
    group: 'papers',
    needsRestart: false,
    environment: 'LLM_BACKEND_URL',
    help: 'Server that makes the embeddings: anything with the API of OpenAI.',
    check: (value) => urlProblem(value, ['http', 'https']),
  },
  llm_backend_auth_token: {
    type: 'secret',
    default: '',
    group: 'papers',
    needsRestart: false,
    environment: 'LLM_BACKEND_AUTH_TOKEN',
    help: 'Token for that server, where it wants one.',
    check: (value) => (value === secretMask ? 'must be a token, not the mask of one' : noControlCharacters(value)),
  },
  embedding_model: {
    type: 'text',
    default: 'text-embedding-qwen3-embedding-4b',
    group: 'papers',
    needsRestart: false,
    environment: 'EMBEDDING_MODEL',
    help: 'Model that makes the embeddings. Those of another model must be made anew.',
    check: (value) => (value === '' ? 'must name a model' : noControlCharacters(value)),
  },
  embed_schedule: {
    type: 'text',
    default: '0 * * * *',
    group: 'papers',
    needsRestart: false,
    help:
      'When new and changed papers are embedded, as in a crontab: minute, hour, day, month, weekday. ' +
      'Empty: only after an import, or when asked.',
    check: (value) =>
      value === '' || isSchedule(value) ? undefined : 'must be five fields as in a crontab, such as 0 * * * *',
  },
  embed_batch_size: {
    type: 'integer',
    default: 100,
    min: 1,
    max: 2048,
    group: 'papers',
    needsRestart: false,
    help: 'Texts in one request to the server.',
  },
  requests_per_minute: {
    type: 'number',
    default: 60,
    min: 0,
    max: 1_000_000,
    group: 'papers',
    needsRestart: false,
    environment: 'REQUESTS_PER_MINUTE',
    help: 'Most requests to the server in any minute. 0: no limit.',
  },
  limiter_redis_url: {
    type: 'place',
    default: '',
    group: 'papers',
    needsRestart: true,
    help:
      'URL of a Redis server, redis://host:6379: several machines that name the same one share the limit. ' +
      'Empty: this machine only.',
    check: (value) => (value === '' ? undefined : urlProblem(value, ['redis', 'rediss'])),
  },
  host: {
    type: 'text',
    default: '127.0.0.1',
    group: 'network',
    needsRestart: true,
    help: 'Address to listen on. 127.0.0.1 is this machine only; any other needs a password.',
    check: (value) =>
      hostName.test(value) || isIP(value) !== 0 ? undefined : 'must be a host name or an address without port',
  },
  port: {
    type: 'integer',
    default: 10020,
    min: 0,
    max: 65_535,
    group: 'network',
    needsRestart: true,
    help: 'Port to listen on; 0 takes a free one.',
  },
  password: {
    type: 'secret',
    default: '',
    group: 'network',
    needsRestart: false,
    help: 'Asked for by every page (any user name, or the login page). Empty: none.',
    check: (value) => (value === secretMask ? 'must be a password, not the mask of one' : noControlCharacters(value)),
  },
  allow_unauthenticated: {
    type: 'boolean',
    default: false,
    group: 'network',
    needsRestart: true,
    help: 'Allows a host other than this machine without a password.',
  },
  allowed_hosts: {
    type: 'list',
    default: [],
    group: 'network',
    needsRestart: false,
    help: 'More host names under which this service may be asked, separated by commas.',
    check: (value) =>
      value.every((name) => hostName.test(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0)
        ? undefined
        : 'must list host names or addresses without port',
  },
  open_browser: {
    type: 'boolean',
    default: false,
    group: 'network',
    needsRestart: true,
    help: 'Opens the pages in a browser when the daemon has started.',
  },
  log_level: {
    type: 'choice',
    default: 'info',
    choices: ['error', 'warn', 'info', 'debug'],
    group: 'log',
    needsRestart: false,
    aliases: { warning: 'warn', critical: 'error' },
    help: 'How much is logged.',
  },
};

export const fieldNames = Object.keys(fields) as FieldName[];

export const isFieldName = (name: string): name is FieldName => Object.hasOwn(fields, name);

/** A row of the table where its value's type does not matter. */
export const fieldOf = (name: FieldName): Field<unknown> => fields[name] as unknown as Field<unknown>;

export function defaultOf(name: FieldName, places: Places): unknown {
  const value = fieldOf(name).default;
  return typeof value === 'function' ? (value as (places: Places) => unknown)(places) : value;
}

/** `inbox_path` → `--inbox-path`. */
export const flagOf = (name: FieldName): string => `--${name.replaceAll('_', '-')}`;

/** `inbox_path` → `TONSTIFT_INBOX_PATH`. */
export const environmentOf = (name: FieldName): string => `TONSTIFT_${name.toUpperCase()}`;
