/**
 * The table of settings. The loader, `--help`, `tonstift config`, the settings page, the types and
 * `docs/configuration.md` are all generated from it.
 */
import { isIP } from 'node:net';
import { isAbsolute, join } from 'node:path';
import * as z from 'zod/v4';
import { boolean, choice, integer, list, number, path, secret, text, type Field } from './field.js';
import { isLongPassword, isPasswordHash, longestPassword } from '../workers/base/password-hash.js';
import { saying, takenAs } from '../workers/base/input/schema.js';
import { say } from '../workers/base/language/sentence.js';
import { filled, plain, unmasked } from './field-checks.js';
import type { Places } from './places.js';
import { secretMask } from '../workers/base/text/url-secrets.js';
import { withoutSecrets } from './url.js';

const isHost = (value: string): boolean => /^[A-Za-z0-9_.-]+$/.test(value) || isIP(value) !== 0;

/** Dots per inch. */
const resolutions = [300, 600, 1200, 2400];

const keptPassword = unmasked('wrong.mask_password')
  .refine((value) => !value.startsWith('scrypt$') || isPasswordHash(value), saying(say('wrong.password_hash')))
  .refine((value) => !isLongPassword(value), saying(say('wrong.longest', { most: String(longestPassword) })));

const coreFields = {
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
