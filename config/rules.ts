/** Rules about several fields. Used at the start and by the settings page. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { dirname, isAbsolute, relative, sep } from 'node:path';
import { say, type Sentence } from '../workers/base/language/sentence.js';
import { fieldNames, fieldOf, type Config, type FieldName } from './fields.js';
import { stagingFolder, type Places } from './places.js';
import { isUrl } from './url.js';

export interface RuleContext {
  places: Places;
  /** Real path of the deepest existing part, with the rest appended; see `realpath.ts`. */
  realpath: (path: string) => string;
}

/** The conflicting fields. The sentence has a full stop and fits after any of their names. */
export interface RuleProblem {
  fields: readonly FieldName[];
  what: Sentence;
}

interface Rule {
  fields: readonly FieldName[];
  check: (config: Config, context: RuleContext) => Sentence | undefined;
}

/** The check sees only the named fields, because it is skipped if one of them is invalid. */
const rule = <const Name extends FieldName>(
  fields: readonly Name[],
  check: (values: Pick<Config, Name>, context: RuleContext) => Sentence | undefined,
): Rule => ({ fields, check });

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('::ffff:127.0.0.0', 104, 'ipv6');

/**
 * Whether only this machine can reach the host. Any name except localhost counts as remote, because it may resolve to
 * anything.
 */
export function isLoopback(host: string): boolean {
  if (isIPv4(host)) return loopback.check(host, 'ipv4');
  if (isIPv6(host)) return loopback.check(host, 'ipv6');
  return /^localhost\.?$/i.test(host);
}

/** Whether `inner` is `outer` or inside it. Both must be absolute and real. */
export function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

const isPath = (value: unknown): value is string => typeof value === 'string' && value !== '' && !isUrl(value);

/** Danger: the folder is removed at each start. */
const outsideStaging = (name: FieldName): Rule =>
  rule([name], ({ [name]: path }, { places, realpath }) => {
    const staging = stagingFolder(places);
    return isPath(path) && isWithin(realpath(path), realpath(staging)) ? say('rule.staging', { staging }) : undefined;
  });

/**
 * Danger: files are moved out of the inbox, except hidden ones. If it contains all our files, another rule says so.
 */
const outsideInbox = (name: FieldName): Rule =>
  rule([name, 'inbox_path'], ({ [name]: path, inbox_path: inbox }, { places, realpath }) => {
    if (!isPath(path) || !isWithin(realpath(path), realpath(inbox))) return undefined;
    if (relative(realpath(inbox), realpath(path)).startsWith('.')) return undefined;
    return isWithin(realpath(places.data), realpath(inbox)) ? undefined : say('rule.in_inbox', { path, inbox });
  });

const rules: readonly Rule[] = [
  rule(['inbox_path', 'library_path'], ({ inbox_path, library_path }, { realpath }) => {
    const inbox = realpath(inbox_path);
    const library = realpath(library_path);
    const names = { inbox: inbox_path, library: library_path };
    if (inbox === library) return say('rule.same', names);
    if (isWithin(inbox, library)) return say('rule.inbox_inside', names);
    if (isWithin(library, inbox)) return say('rule.library_inside', names);
    return undefined;
  }),
  // Danger: files that cannot be imported are moved within the inbox, so it must not contain our own files.
  rule(['inbox_path'], ({ inbox_path }, { places, realpath }) => {
    const inbox = realpath(inbox_path);
    const own = [places.data, dirname(places.configFile), places.logs].find((path) => isWithin(realpath(path), inbox));
    return own === undefined ? undefined : say('rule.own_files', { inbox: inbox_path, own });
  }),
  outsideStaging('inbox_path'),
  outsideStaging('library_path'),
  // Danger: our files on a pen are replaced and removed, and the files of the library look like them.
  rule(['pen_paths', 'inbox_path', 'library_path'], ({ pen_paths, inbox_path, library_path }, { places, realpath }) => {
    const own = [inbox_path, library_path, places.data];
    for (const path of pen_paths) {
      const pen = realpath(path);
      const around = own.find((folder) => isWithin(realpath(folder), pen));
      const within = [inbox_path, library_path].find((folder) => isWithin(pen, realpath(folder)));
      const folder = around ?? within;
      if (folder !== undefined) return say('rule.pen', { pen: path, folder });
    }
    return undefined;
  }),
  rule(['host', 'password', 'allow_unauthenticated'], ({ host, password, allow_unauthenticated }) => {
    if (isLoopback(host) || password !== '' || allow_unauthenticated) return undefined;
    return say('rule.open', { host });
  }),
  // A cell of a pattern has ⌈dpi / 100⌉ pixels; a dot needs one free on each side (workers/oid/pattern.ts).
  rule(['print_dpi', 'print_pixel_size'], ({ print_dpi, print_pixel_size }) => {
    const free = Math.floor((Math.ceil(print_dpi / 100) - print_pixel_size) / 2);
    return free >= 1 ? undefined : say('rule.dots', { pixels: String(print_pixel_size), dpi: String(print_dpi) });
  }),
];

/** @param skip invalid fields; rules that read one are skipped. */
export function brokenRules(
  config: Config,
  context: RuleContext,
  skip: ReadonlySet<string> = new Set(),
): RuleProblem[] {
  const kept = fieldNames.filter((name) => fieldOf(name).isKept);
  return [...rules, ...kept.map(outsideStaging), ...kept.map(outsideInbox)]
    .filter(({ fields }) => !fields.some((field) => skip.has(field)))
    .flatMap(({ fields, check }) => {
      const what = check(config, context);
      return what === undefined ? [] : [{ fields, what }];
    });
}
