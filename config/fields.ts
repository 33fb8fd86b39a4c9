/**
 * The table of settings. The loader, `--help`, `tonstift config`, the settings page, the types and
 * `docs/configuration.md` are all generated from it.
 */
import { isIP } from 'node:net';
import { isAbsolute, join } from 'node:path';
import * as z from 'zod/v4';
import { boolean, choice, integer, list, number, path, place, secret, text, url, type Field } from './field.js';
import { isLongPassword, isPasswordHash, longestPassword } from '../workers/base/password-hash.js';
import { isSchedule } from '../workers/base/input/schedule.js';
import { saying, takenAs } from '../workers/base/input/schema.js';
import { say, type Words } from '../workers/base/language/sentence.js';
import type { Places } from './places.js';
import { holdsMask, secretMask } from '../workers/base/text/url-secrets.js';
import { isUrl, isUrlOf, withoutSecrets } from './url.js';

const isHost = (value: string): boolean => /^[A-Za-z0-9_.-]+$/.test(value) || isIP(value) !== 0;

/** Dots per inch. */
const resolutions = [300, 600, 1200, 2400];

const noControls = /^[^\u0000-\u001f\u007f]*$/;

/** Checks a pattern and has a message in all languages. The plain pattern is for the OpenAPI document. */
const like = (pattern: RegExp, otherwise: 'wrong.controls' | 'wrong.collection') =>
  takenAs(
    z.string().regex(pattern),
    z.string().refine((value) => pattern.test(value), saying(say(otherwise))),
  );

const plain = like(noControls, 'wrong.controls');

const filled = (otherwise: 'wrong.no_folder' | 'wrong.no_model') =>
  plain.refine((value) => value !== '', saying(say(otherwise)));

const unmasked = (otherwise: 'wrong.mask_password' | 'wrong.mask_token') =>
  takenAs(
    z.string().regex(noControls),
    z
      .string()
      .refine((value) => value !== secretMask, saying(say(otherwise)))
      .pipe(plain),
  );

/** `http or https`. */
const eitherOf = (schemes: readonly string[]): Words =>
  schemes.reduce<Words>((first, last) => (first === '' ? last : say('list.or', { first, last })), '');

/** @param isOther accepts further values that are not URLs */
const urlOf = (schemes: readonly string[], isOther: (value: string) => boolean = () => false) =>
  z
    .string()
    .refine((value) => !holdsMask(value), saying(say('wrong.url_mask')))
    .refine(
      (value) => isOther(value) || isUrlOf(value, schemes),
      saying(say('wrong.url', { schemes: eitherOf(schemes) })),
    )
    .pipe(plain);

/** A path, or a URL of one of these schemes. */
const database = (...schemes: string[]) =>
  plain
    .refine((value) => value !== '', saying(say('wrong.path_or_url', { schemes: eitherOf(schemes) })))
    .pipe(urlOf(schemes, (value) => !isUrl(value)));

const keptPassword = unmasked('wrong.mask_password')
  .refine((value) => !value.startsWith('scrypt$') || isPasswordHash(value), saying(say('wrong.password_hash')))
  .refine((value) => !isLongPassword(value), saying(say('wrong.longest', { most: String(longestPassword) })));

const fields = {
  inbox_path: path({
    default: (places) => places.inbox,
    group: 'places',
    guard: 'folder',
    needsRestart: true,
    help: 'Folder that is watched: audio copied into it becomes albums.',
    check: filled('wrong.no_folder'),
  }),
  inbox_settle_seconds: number(0, 3600, {
    default: 5,
    group: 'places',
    guard: 'open',
    help: 'An album is taken from the inbox once nothing in it has changed for so many seconds.',
  }),
  library_path: path({
    default: (places) => join(places.data, 'library'),
    group: 'places',
    guard: 'folder',
    help: 'Folder of the library: albums, covers and files for the pen. A new one moves the library.',
    check: filled('wrong.no_folder'),
  }),
  max_upload_mb: integer(1, 1_000_000, {
    default: 2048,
    group: 'places',
    guard: 'open',
    help: 'Largest upload, and largest unpacked ZIP, in megabytes.',
  }),
  pen_language: choice(['GERMAN', 'FRENCH', 'DUTCH', 'ITALIAN', 'RUSSIA', 'ENGLISH', 'SPANISH', ''], {
    default: 'GERMAN',
    group: 'pen',
    guard: 'open',
    help: 'Language of the pen: it ignores files of another one. Empty (or any) plays on every older pen.',
    aliases: { any: '', russian: 'RUSSIA' },
  }),
  pen_detect: boolean({
    default: true,
    group: 'pen',
    guard: 'open',
    help: 'Finds pens by itself on what is mounted. Off: only what pen_paths names is a pen.',
  }),
  pen_auto_sync: boolean({
    default: true,
    group: 'pen',
    guard: 'open',
    help: 'Copies the albums onto a pen as soon as it is plugged in, and keeps them up to date while it is.',
  }),
  pen_follow: boolean({
    default: true,
    group: 'pen',
    guard: 'open',
    help: 'Makes the files for each pen in its own language and in a sound that it plays, where the pen says which.',
  }),
  pen_eject: boolean({
    default: false,
    group: 'pen',
    guard: 'open',
    help: 'Unmounts the pen when everything is on it.',
  }),
  pen_paths: list({
    default: [],
    group: 'pen',
    guard: 'folder',
    help: 'Folders or mount points that are pens, whatever they look like, separated by commas.',
    check: z
      .array(z.string())
      .refine((paths) => paths.every((one) => isAbsolute(one)), saying(say('wrong.absolute_paths'))),
  }),
  print_preset: choice(['list', 'tiles', 'cd', 'round'], {
    default: 'list',
    group: 'print',
    guard: 'open',
    help:
      'What a control sheet looks like: list (buttons and all tracks), tiles (a card of each album), ' +
      'cd (a booklet for a CD case), round (a disc for a CD pouch).',
  }),
  print_page_size: choice(['A4', 'A5', 'Letter'], {
    default: 'A4',
    group: 'print',
    guard: 'open',
    help: 'Paper in the printer.',
  }),
  print_margin: number(0, 50, {
    default: 10,
    group: 'print',
    guard: 'open',
    help: 'Free edge of the paper, in millimetres. Most printers need 4 to 6.',
  }),
  print_columns: integer(0, 10, {
    default: 0,
    group: 'print',
    guard: 'open',
    help: 'Columns of tracks or tiles. 0: as many as fit well.',
  }),
  print_tile_size: number(0, 200, {
    default: 0,
    group: 'print',
    guard: 'open',
    help: 'Width of a tile, or side of cover and start field in a list, in millimetres. 0: what suits the preset.',
    check: z.number().refine((value) => value === 0 || value >= 15, saying(say('wrong.tile_zero'))),
  }),
  print_show_cover: boolean({
    default: true,
    group: 'print',
    guard: 'open',
    help: 'Prints the covers.',
  }),
  print_show_album_info: boolean({
    default: true,
    group: 'print',
    guard: 'open',
    help: 'Prints title and artist.',
  }),
  print_show_controls: boolean({
    default: true,
    group: 'print',
    guard: 'open',
    help: 'Prints buttons for back, play, stop and next with each album.',
  }),
  print_show_tile_controls: boolean({
    default: false,
    group: 'print',
    guard: 'open',
    help: 'Prints those buttons on each tile, too. Otherwise tiles have the start field only.',
  }),
  print_show_tracks: boolean({
    default: true,
    group: 'print',
    guard: 'open',
    help: 'Prints the tracks with a field for each.',
  }),
  print_show_track_pictures: boolean({
    default: false,
    group: 'print',
    guard: 'open',
    help: 'Prints the pictures of tracks that have one beside their fields, in a list.',
  }),
  print_show_general_controls: boolean({
    default: false,
    group: 'print',
    guard: 'open',
    help: 'Prints a set of buttons that work with every album: back, play, stop, next and 24 tracks.',
  }),
  print_dpi: integer(300, 2400, {
    default: 1200,
    group: 'print',
    guard: 'open',
    help: 'Resolution of the printer, in dots per inch: 300, 600, 1200 or 2400. The test sheet tells which works.',
    check: takenAs(
      z.literal(resolutions),
      z.number().refine((value) => resolutions.includes(value), saying(say('wrong.dpi'))),
    ),
  }),
  print_pixel_size: integer(1, 4, {
    default: 2,
    group: 'print',
    guard: 'open',
    help: 'Size of a printed dot, in dots of the printer, 1 to 4. The test sheet tells which works.',
  }),
  audio_format: choice(['mp3', 'ogg'], {
    default: 'mp3',
    group: 'sound',
    guard: 'open',
    help: 'Sound inside the file for the pen: mp3, or ogg (Vorbis, mono, 22,050 Hz), which every pen plays.',
  }),
  ffmpeg_path: path({
    default: '',
    group: 'sound',
    guard: 'password',
    help: 'The ffmpeg program that converts audio. Empty: the one on the PATH, else the built-in one.',
    check: plain,
  }),
  paper_db: place({
    default: (places) => join(places.data, 'papers.db'),
    group: 'papers',
    guard: 'password',
    environment: 'PAPER_DB',
    help:
      'Where papers are kept: a file (SQLite), ' +
      'or the URL of a PostgreSQL database, postgres://user:password@host/name.',
    check: database('postgres', 'postgresql'),
  }),
  embedding_db: place({
    default: (places) => join(places.data, 'embeddings'),
    group: 'papers',
    guard: 'password',
    environment: 'EMBEDDING_DB',
    help:
      'Where their embeddings are kept: a folder, the URL of a Chroma server, ' +
      'or that of a PostgreSQL database with pgvector.',
    check: database('http', 'https', 'postgres', 'postgresql'),
  }),
  collection_name: text({
    default: 'papers',
    group: 'papers',
    guard: 'open',
    environment: 'COLLECTION_NAME',
    help: 'Collection of the embeddings.',
    check: like(/^[A-Za-z0-9][A-Za-z0-9._-]{1,510}[A-Za-z0-9]$/, 'wrong.collection'),
  }),
  llm_backend_url: url({
    receives: 'llm_backend_auth_token',
    default: 'http://localhost:1234',
    group: 'papers',
    guard: 'open',
    environment: 'LLM_BACKEND_URL',
    help: 'Server that makes the embeddings: anything with the API of OpenAI. A new one forgets the token of the old.',
    check: urlOf(['http', 'https']),
  }),
  llm_backend_auth_token: secret({
    default: '',
    group: 'papers',
    guard: 'open',
    environment: 'LLM_BACKEND_AUTH_TOKEN',
    help: 'Token for that server, where it wants one.',
    check: unmasked('wrong.mask_token'),
  }),
  embedding_model: text({
    default: 'text-embedding-qwen3-embedding-4b',
    group: 'papers',
    guard: 'open',
    environment: 'EMBEDDING_MODEL',
    help: 'Model that makes the embeddings. Those of another model must be made anew.',
    check: filled('wrong.no_model'),
  }),
  embed_schedule: text({
    default: '0 * * * *',
    group: 'papers',
    guard: 'open',
    help:
      'When new and changed papers are embedded, as in a crontab: minute, hour, day, month, weekday. ' +
      'Empty: only after an import, or when asked.',
    check: z.string().refine((value) => value === '' || isSchedule(value), saying(say('wrong.schedule'))),
  }),
  embed_batch_size: integer(1, 2048, {
    default: 100,
    group: 'papers',
    guard: 'open',
    help: 'Texts in one request to the server.',
  }),
  requests_per_minute: number(0, 1_000_000, {
    default: 60,
    group: 'papers',
    guard: 'open',
    environment: 'REQUESTS_PER_MINUTE',
    help: 'Most requests to the server in any minute. 0: no limit.',
  }),
  limiter_redis_url: place({
    default: '',
    group: 'papers',
    guard: 'password',
    needsRestart: true,
    help:
      'URL of a Redis server, redis://host:6379: several machines that name the same one share the limit. ' +
      'Empty: this machine only.',
    check: urlOf(['redis', 'rediss'], (value) => value === ''),
  }),
  host: text({
    default: '127.0.0.1',
    group: 'network',
    guard: 'password',
    needsRestart: true,
    help: 'Address to listen on. 127.0.0.1 is this machine only; any other needs a password.',
    check: z.string().refine(isHost, saying(say('wrong.host'))),
  }),
  port: integer(0, 65_535, {
    default: 10020,
    group: 'network',
    guard: 'open',
    needsRestart: true,
    help: 'Port to listen on; 0 takes a free one.',
  }),
  password: secret({
    default: '',
    group: 'network',
    guard: 'password',
    help:
      'Asked for by every page (any user name, or the login page), 8 to 1,024 characters. Empty: none. ' +
      'The file keeps a hash of it.',
    check: keptPassword,
  }),
  allow_unauthenticated: boolean({
    default: false,
    group: 'network',
    guard: 'password',
    needsRestart: true,
    help: 'Allows a host other than this machine, and other accounts of this machine, without a password.',
  }),
  allowed_hosts: list({
    default: [],
    group: 'network',
    guard: 'password',
    help: 'More host names under which this service may be asked, separated by commas.',
    check: z
      .array(z.string())
      .refine((names) => names.every((name) => isHost(name.replace(/^\[(.*)\]$/, '$1'))), saying(say('wrong.hosts'))),
  }),
  open_browser: boolean({
    default: false,
    group: 'network',
    guard: 'open',
    needsRestart: true,
    help: 'Opens the pages in a browser when the daemon has started.',
  }),
  log_level: choice(['error', 'warn', 'info', 'debug'], {
    default: 'info',
    group: 'log',
    guard: 'open',
    help: 'How much is logged.',
    aliases: { warning: 'warn', critical: 'error' },
  }),
};

export type FieldName = keyof typeof fields;

export type Config = {
  [Name in FieldName]: (typeof fields)[Name] extends Field<infer Value> ? Value : never;
};

export const fieldNames = Object.keys(fields) as FieldName[];

export const isFieldName = (name: string): name is FieldName => Object.hasOwn(fields, name);

/** A row of the table, if the type of its value does not matter. */
export const fieldOf = (name: FieldName): Field<unknown> => fields[name];

export function defaultOf(name: FieldName, places: Places): unknown {
  const value = fieldOf(name).default;
  return typeof value === 'function' ? (value as (places: Places) => unknown)(places) : value;
}

/** The value for display: secrets are empty or masked, and so are passwords and keys in URLs. */
export const maskedValue = (name: FieldName, value: unknown): unknown =>
  fieldOf(name).type === 'secret' && value !== '' ? secretMask : withoutSecrets(value);

/** `inbox_path` → `--inbox-path`. */
export const flagOf = (name: FieldName): string => `--${name.replaceAll('_', '-')}`;

/** `inbox_path` → `TONSTIFT_INBOX_PATH`. */
export const environmentOf = (name: FieldName): string => `TONSTIFT_${name.toUpperCase()}`;
