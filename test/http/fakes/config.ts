/** Some settings in memory, one of each type. */
import type { Guard } from '../../../config/field.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';
import { ConfigRefused, type ConfigFieldView, type ConfigService } from '../../../http/resources/config/service.js';

export interface FakeConfig extends ConfigService {
  /** What is saved, secrets as they are. */
  saved: Record<string, unknown>;
}

const guards: Readonly<Record<string, Guard>> = {
  inbox_path: 'folder',
  library_path: 'folder',
  password: 'password',
  allowed_hosts: 'password',
  host: 'password',
};

const field = (
  name: string,
  type: string,
  group: string,
  more: Pick<ConfigFieldView, 'default'> & Partial<ConfigFieldView>,
): ConfigFieldView => ({
  name,
  type,
  group,
  guard: guards[name] ?? 'open',
  choices: null,
  help: `What ${name} is for.`,
  needs_restart: false,
  is_simple: ['inbox_path', 'pen_language', 'pen_auto_sync', 'password'].includes(name),
  environment: `TONSTIFT_${name.toUpperCase()}`,
  flag: `--${name.replaceAll('_', '-')}`,
  source: 'default',
  ...more,
});

const fields: readonly ConfigFieldView[] = [
  field('inbox_path', 'path', 'places', { default: '/home/me/Tonstift Inbox', needs_restart: true }),
  field('library_path', 'path', 'places', { default: '/home/me/library' }),
  field('max_upload_mb', 'integer', 'places', { default: 2048 }),
  field('audio_format', 'choice', 'sound', { default: 'mp3', choices: ['mp3', 'ogg'] }),
  field('host', 'text', 'network', { default: '127.0.0.1', needs_restart: true }),
  field('port', 'integer', 'network', { default: 10020, needs_restart: true }),
  field('password', 'secret', 'network', { default: '' }),
  field('print_dpi', 'integer', 'print', { default: 1200 }),
  field('print_pixel_size', 'integer', 'print', { default: 2 }),
  field('pen_language', 'choice', 'pen', { default: 'GERMAN', choices: ['GERMAN', 'FRENCH', ''] }),
  field('pen_auto_sync', 'boolean', 'pen', { default: true }),
  field('open_browser', 'boolean', 'network', { default: false, needs_restart: true }),
  field('allowed_hosts', 'list', 'network', { default: [] }),
];

const mask = '********';

const ranges: Readonly<Record<string, readonly [number, number]>> = {
  port: [0, 65_535],
  max_upload_mb: [1, 1_000_000],
};

/** Undefined for what cannot be. */
function parsed({ name, type, choices }: ConfigFieldView, raw: unknown): unknown {
  if (type === 'integer') {
    const [least, most] = ranges[name] ?? [0, Infinity];
    return /^\d+$/.test(String(raw)) && Number(raw) >= least && Number(raw) <= most ? Number(raw) : undefined;
  }
  if (type === 'boolean') return ['true', 'false'].includes(String(raw)) ? String(raw) === 'true' : undefined;
  if (type === 'choice') return choices?.find((choice) => choice === raw);
  const parts = [raw].flat();
  if (!parts.every((part) => typeof part === 'string')) return undefined;
  if (type === 'list') return parts.flatMap((part) => part.split(',').map((name) => name.trim())).filter(Boolean);
  return type === 'path' && !String(raw).startsWith('/') ? undefined : raw;
}

const expected = (type: string): Words =>
  type === 'boolean' ? say('wrong.boolean') : say('wrong.whole_number', { min: '0', max: '9' });

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function fakeConfig(): FakeConfig {
  const saved: Record<string, unknown> = Object.fromEntries(fields.map((one) => [one.name, one.default]));
  const inForce = { ...saved };
  const touched = new Set<string>();
  const pendingRestart = (): string[] =>
    fields.filter((one) => one.needs_restart && !same(saved[one.name], inForce[one.name])).map(({ name }) => name);
  const values = (): Record<string, unknown> => ({ ...saved, password: saved['password'] === '' ? '' : mask });
  return {
    saved,
    values,
    pendingRestart,
    fields: () => fields.map((one) => ({ ...one, source: touched.has(one.name) ? 'file' : 'default' })),
    async update(given, { knowsPassword, isLocal }, { expected: shown = {}, problems: before = {} } = {}) {
      const problems: Record<string, Words> = { ...before };
      const conflicts: Record<string, unknown> = {};
      const changes: Record<string, unknown> = {};
      for (const [name, raw] of Object.entries(given)) {
        const known = fields.find((one) => one.name === name);
        if (known === undefined) {
          problems[name] = say('wrong.no_setting');
          continue;
        }
        if (known.type === 'secret' && raw === mask) continue;
        const value = parsed(known, raw);
        if (value === undefined)
          problems[name] = say('wrong.must', { expected: expected(known.type), value: JSON.stringify(raw) });
        else if (!same(value, saved[name])) changes[name] = value;
        const now = values()[name];
        const isStale = name in shown && shown[name] !== now && !same(parsed(known, shown[name]), now);
        if (isStale && !same(value, now)) conflicts[name] = now;
      }
      for (const { name, guard } of fields) {
        if (!Object.hasOwn(changes, name) || guard !== 'password' || knowsPassword) continue;
        const isFirst = saved['password'] === '' && typeof changes['password'] === 'string';
        if (name === 'host' && isFirst && isLocal) continue;
        if (name !== 'password' || saved['password'] !== '' || !isLocal) problems[name] = say('guard.password');
      }
      const named = [...Object.keys(problems), ...Object.keys(conflicts)];
      if (named.length > 0) {
        const sentences = Object.fromEntries(
          named.map((name) => [name, problems[name] ?? say('wrong.changed', { value: '' })]),
        );
        throw new ConfigRefused(sentences, problems, conflicts);
      }
      Object.assign(saved, changes);
      for (const name of Object.keys(changes)) touched.add(name);
      return { config: values(), needs_restart: pendingRestart().filter((name) => Object.hasOwn(changes, name)) };
    },
  };
}
