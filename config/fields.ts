/**
 * The table of settings. The loader, `--help`, `tonstift config`, the settings page, the types and
 * `docs/configuration.md` are all generated from it.
 */
import { isIP } from 'node:net';
import { isAbsolute, join } from 'node:path';
import * as z from 'zod/v4';
import { boolean, choice, integer, list, number, path, secret, text, type Field } from './field.js';
import {
  isLongPassword,
  isPasswordHash,
  isShortPassword,
  longestPassword,
  shortestPassword,
} from '../workers/base/password-hash.js';
import { saying, takenAs } from '../workers/base/input/schema.js';
import { say } from '../workers/base/language/sentence.js';
import { isBasePath } from './base-path.js';
import { filled, plain, unmasked } from './field-checks.js';
import type { Places } from './places.js';
import { secretMask } from '../workers/base/text/url-secrets.js';
import { withoutSecrets } from './url.js';

const isHost = (value: string): boolean => /^[A-Za-z0-9_.-]+$/.test(value) || isIP(value) !== 0;

/** Whether a text is an address, a network such as `172.18.0.0/16`, or `loopback`. */
function isProxyAddress(value: string): boolean {
  const [, address = '', bits = '0'] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(value) ?? [];
  return value === 'loopback' || (isIP(address) !== 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128));
}

/** Dots per inch. */
const resolutions = [300, 600, 1200, 2400];

const keptPassword = unmasked('wrong.mask_password')
  .refine((value) => !value.startsWith('scrypt$') || isPasswordHash(value), saying(say('wrong.password_hash')))
  .refine(
    (value) => value === '' || !isShortPassword(value),
    saying(say('wrong.shortest', { least: String(shortestPassword) })),
  )
  .refine((value) => !isLongPassword(value), saying(say('wrong.longest', { most: String(longestPassword) })));

const coreFields = {
  inbox_path: path({
    default: (places) => places.inbox,
    group: 'places',
    guard: 'folder',
    isWritten: 'folder',
    needsRestart: true,
    isSimple: true,
    help: 'Folder that Tonstift watches. Audio copied into it becomes albums.',
    check: filled('wrong.no_folder'),
  }),
  inbox_settle_seconds: number(0, 3600, {
    default: 5,
    group: 'places',
    guard: 'open',
    help: 'An album is imported once nothing in it has changed for this many seconds.',
  }),
  library_path: path({
    default: (places) => join(places.data, 'library'),
    group: 'places',
    guard: 'folder',
    isWritten: 'folder',
    help: 'Folder with the albums, covers and files for the pen. Changing it moves the library.',
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
    isSimple: true,
    help: 'Language of the pen: it ignores files in other languages. Empty (or any) plays on all older pens.',
    aliases: { any: '', russian: 'RUSSIA' },
  }),
  pen_detect: boolean({
    default: true,
    group: 'pen',
    guard: 'open',
    help: 'Looks for pens among the mounted disks. Off: only folders listed in pen_paths count as pens.',
  }),
  pen_auto_sync: boolean({
    default: true,
    group: 'pen',
    guard: 'open',
    isSimple: true,
    help: 'Copies the albums onto a pen as soon as it is plugged in, and keeps them up to date.',
  }),
  pen_follow: boolean({
    default: true,
    group: 'pen',
    guard: 'open',
    help: 'Makes the files for each pen in its language and in an audio format that it plays, if the pen says which.',
  }),
  pen_eject: boolean({
    default: false,
    group: 'pen',
    guard: 'open',
    help: 'Ejects the pen when everything is on it.',
  }),
  pen_paths: list({
    default: [],
    group: 'pen',
    guard: 'folder',
    isWritten: 'folder',
    help: 'Folders or mount points that count as pens, no matter what they contain, separated by commas.',
    check: z
      .array(z.string())
      .refine((paths) => paths.every((one) => isAbsolute(one)), saying(say('wrong.absolute_paths'))),
  }),
  print_preset: choice(['list', 'tiles', 'cd', 'round'], {
    default: 'list',
    group: 'print',
    guard: 'open',
    help:
      'Kind of control sheet: list (buttons and all tracks), tiles (one for each album), cd (a booklet for a CD ' +
      'case), round (a disc for a CD pouch).',
  }),
  print_page_size: choice(['A4', 'A5', 'Letter'], {
    default: 'A4',
    group: 'print',
    guard: 'open',
    isSimple: true,
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
    help: 'Columns of tracks or tiles. 0: automatic.',
  }),
  print_tile_size: number(0, 200, {
    default: 0,
    group: 'print',
    guard: 'open',
    help:
      'Width of a tile, or of cover and start field in a list, in millimetres. 0: the usual size for the kind of ' +
      'sheet. Otherwise at least 15.',
    check: z.number().refine((value) => value === 0 || value >= 15, saying(say('wrong.tile_zero'))),
  }),
  print_show_cover: boolean({
    default: true,
    group: 'print',
    guard: 'open',
    help: 'Prints the cover of each album.',
  }),
  print_show_album_info: boolean({
    default: true,
    group: 'print',
    guard: 'open',
    help: 'Prints the title and artist of each album.',
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
    help: 'Prints back, play, stop and next on each tile, too. Otherwise, tiles have only the start field.',
  }),
  print_show_tracks: boolean({
    default: true,
    group: 'print',
    guard: 'open',
    help: 'Prints the tracks of each album, with a field for each.',
  }),
  print_show_track_pictures: boolean({
    default: false,
    group: 'print',
    guard: 'open',
    help: 'In a list, prints the pictures of tracks next to their fields.',
  }),
  print_show_general_controls: boolean({
    default: false,
    group: 'print',
    guard: 'open',
    help: 'Prints one set of buttons that work with every album: back, play, stop, next and 24 tracks.',
  }),
  print_show_start_hint: boolean({
    default: true,
    group: 'print',
    guard: 'open',
    help: 'Says at the start field that it is tapped first.',
  }),
  print_show_start_cover: boolean({
    default: false,
    group: 'print',
    guard: 'open',
    help:
      'Prints each start field over the cover, lightened. On some printers this hides the dots: the last ' +
      'row of the test sheet shows whether it does on yours.',
  }),
  print_dpi: integer(300, 2400, {
    default: 1200,
    group: 'print',
    guard: 'open',
    help: 'Resolution of the printer, in dots per inch: 300, 600, 1200 or 2400. The test sheet shows which works.',
    check: takenAs(
      z.literal(resolutions),
      z.number().refine((value) => resolutions.includes(value), saying(say('wrong.dpi'))),
    ),
  }),
  print_pixel_size: integer(1, 4, {
    default: 2,
    group: 'print',
    guard: 'open',
    help: 'Size of a printed dot, in pixels of the printer, 1 to 4. The test sheet shows which works.',
  }),
  audio_format: choice(['mp3', 'ogg'], {
    default: 'mp3',
    group: 'sound',
    guard: 'open',
    help: 'Audio in the file for the pen: mp3, or ogg (Vorbis, mono, 22,050 Hz), which every pen plays.',
  }),
  ffmpeg_path: path({
    default: '',
    group: 'sound',
    guard: 'password',
    help: 'The ffmpeg program that converts audio. Empty: the one on the PATH, or else the built-in one.',
    check: plain,
  }),
  speaker_path: path({
    default: '',
    group: 'sound',
    guard: 'password',
    help: 'The program that speaks titles; it takes the options of espeak-ng. Empty: espeak-ng on the PATH.',
    check: plain,
  }),
  host: text({
    default: '127.0.0.1',
    group: 'network',
    guard: 'password',
    needsRestart: true,
    help: 'Address to listen on. 127.0.0.1 is this computer only; any other needs a password.',
    check: z.string().refine(isHost, saying(say('wrong.host'))),
  }),
  port: integer(0, 65_535, {
    default: 10020,
    group: 'network',
    guard: 'open',
    needsRestart: true,
    help: 'Port to listen on; 0 picks a free one.',
  }),
  password: secret({
    default: '',
    group: 'network',
    guard: 'password',
    isSimple: true,
    help:
      'Every page asks for it (with any user name, or on the login page). 8 to 1,024 characters; empty: no ' +
      'password. Only a hash is saved.',
    check: keptPassword,
  }),
  allow_unauthenticated: boolean({
    default: false,
    group: 'network',
    guard: 'password',
    needsRestart: true,
    help: 'Allows access from other computers, and from other accounts on this computer, without a password.',
  }),
  allowed_hosts: list({
    default: [],
    group: 'network',
    guard: 'password',
    help: 'More host names that Tonstift answers to, separated by commas.',
    check: z
      .array(z.string())
      .refine((names) => names.every((name) => isHost(name.replace(/^\[(.*)\]$/, '$1'))), saying(say('wrong.hosts'))),
  }),
  base_path: text({
    default: '',
    group: 'network',
    guard: 'password',
    help: 'The path below which a reverse proxy shows Tonstift, such as /tonstift. Empty: the whole host.',
    check: z.string().refine((path) => path === '' || isBasePath(path), saying(say('wrong.base_path'))),
  }),
  trusted_proxies: list({
    default: ['loopback'],
    group: 'network',
    guard: 'password',
    help:
      'Addresses of reverse proxies that may name the base path in a header, separated by commas. loopback is ' +
      'this computer.',
    check: z.array(z.string()).refine((proxies) => proxies.every(isProxyAddress), saying(say('wrong.proxies'))),
  }),
  open_browser: boolean({
    default: false,
    group: 'network',
    guard: 'open',
    needsRestart: true,
    help: 'Opens the pages in a browser when Tonstift has started.',
  }),
  log_level: choice(['error', 'warn', 'info', 'debug'], {
    default: 'info',
    group: 'log',
    guard: 'open',
    help: 'How much is logged.',
    aliases: { warning: 'warn', critical: 'error' },
  }),
  log_format: choice(['text', 'json'], {
    default: 'text',
    group: 'log',
    guard: 'open',
    needsRestart: true,
    help: 'The log as text for people, or as JSON for programs: one object a line.',
  }),
};

/** The values of a table of settings. */
export type ValuesOf<Table> = { [Name in keyof Table]: Table[Name] extends Field<infer Value> ? Value : never };

type CoreConfig = ValuesOf<typeof coreFields>;

/** All settings by name. Features add theirs. */
export interface Config extends CoreConfig {}

export type FieldName = keyof Config;

const fields: Record<string, Field<unknown>> = { ...coreFields };

/** Changes when a feature adds its settings, which it does before any are read. */
export const fieldNames = Object.keys(fields) as FieldName[];

/** Adds the settings of a feature. */
export function addFields(table: Readonly<Record<string, Field<unknown>>>): void {
  for (const name of Object.keys(table)) if (!Object.hasOwn(fields, name)) fieldNames.push(name as FieldName);
  Object.assign(fields, table);
}

export const isFieldName = (name: string): name is FieldName => Object.hasOwn(fields, name);

/** A row of the table, if the type of its value does not matter. */
export function fieldOf(name: FieldName): Field<unknown> {
  const field = fields[name];
  if (field === undefined) throw new Error(`there is no setting ${name}`);
  return field;
}

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
