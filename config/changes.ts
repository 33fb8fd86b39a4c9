/** Reads the requested changes of the settings from raw values, each independently. */
import { shown } from '../workers/base/input/shown.js';
import { say } from '../workers/base/language/sentence.js';
import { secretMask } from '../workers/base/text/url-secrets.js';
import { fieldOf, isFieldName, maskedValue, type Config, type FieldName } from './fields.js';
import type { ConfigProblem } from './problems.js';
import { sameValue } from './same-value.js';
import { parseField, type Parsed } from './validate.js';

/** By field, values as a form or JSON sends them. */
export type RawValues = Readonly<Record<string, unknown>>;

export interface ReadChanges {
  /** The valid values that differ from the saved ones. */
  changes: Partial<Config>;
  /** Why the other values are invalid. */
  problems: ConfigProblem[];
  /** Fields that were changed elsewhere meanwhile. Their changes are in `changes` too. */
  conflicts: ConfigProblem[];
}

/**
 * @param expected the values that the user saw, for the fields for which they are known
 * @param user home folder, for `~`
 */
export function readChanges(raw: RawValues, expected: RawValues, saved: Readonly<Config>, user: string): ReadChanges {
  const read = readerOf(saved, user);
  const problems: ConfigProblem[] = [];
  const conflicts: ConfigProblem[] = [];
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (!isFieldName(name)) {
      problems.push({ field: name, source: name, what: say('wrong.no_setting') });
      continue;
    }
    const result = read(name, value);
    if (result === 'unchanged') continue;
    if ('problem' in result) problems.push({ field: name, source: name, what: result.problem });
    else changes[name] = result.value;
    if (Object.hasOwn(expected, name) && isStale(name, expected[name], saved, read))
      conflicts.push(conflict(name, saved));
  }
  return { changes: { ...changes, ...forgottenTokens(raw, changes, saved) }, problems, conflicts };
}

type Reader = (name: FieldName, raw: unknown) => Parsed<unknown> | 'unchanged';

const readerOf =
  (saved: Readonly<Config>, user: string): Reader =>
  (name, raw) => {
    const masked = maskedValue(name, saved[name]);
    const isHidden = masked !== saved[name];
    // A masked secret means that it is unchanged.
    if (isHidden && raw === masked) return 'unchanged';
    if (name === 'password' && typeof raw === 'string' && raw.startsWith('scrypt$'))
      return { problem: say('wrong.is_hash') };
    const result = parseField(name, raw, { user, folder: null });
    // A secret that is sent is always a change, even if it is the same: a client that may not change it must not learn
    // that it guessed right.
    return 'value' in result && !isHidden && sameValue(result.value, saved[name]) ? 'unchanged' : result;
  };

/** For a secret, only the mask is compared, for the same reason. */
function isStale(name: FieldName, expected: unknown, saved: Readonly<Config>, read: Reader): boolean {
  const isHidden = maskedValue(name, saved[name]) !== saved[name];
  return isHidden ? expected !== maskedValue(name, saved[name]) : read(name, expected) !== 'unchanged';
}

function conflict(name: FieldName, saved: Readonly<Config>): ConfigProblem {
  const value = maskedValue(name, saved[name]);
  const what = say('wrong.changed', { value: shown(value) });
  return { field: name, source: name, what, savedNow: { value } };
}

/** A token belongs to one server. If the server changes, the token must be entered again. */
function forgottenTokens(raw: RawValues, changes: RawValues, saved: Readonly<Config>): RawValues {
  const forgotten: Record<string, unknown> = {};
  for (const name of Object.keys(changes) as FieldName[]) {
    const token = fieldOf(name).receives as FieldName | undefined;
    if (token === undefined || saved[token] === '') continue;
    const isGiven = raw[token] !== undefined && raw[token] !== secretMask;
    if (!isGiven) forgotten[token] = '';
  }
  return forgotten;
}
