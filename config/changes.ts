/** What an update of the settings changes: read from raw values, and checked against all that stays. */
import { isShortPassword, shortestPassword } from '../workers/base/password-hash.js';
import { isFieldName, maskedValue, type Config } from './fields.js';
import { ConfigError, type ConfigProblem } from './problems.js';
import { brokenRules, type RuleContext } from './rules.js';
import { secretMask } from './url.js';

/** The same value, or the same list. */
export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Those of the raw values that differ from what is saved.
 * @param user home folder, for `~`
 * @throws ConfigError with every problem
 */
export async function readChanges(
  raw: Readonly<Record<string, unknown>>,
  saved: Readonly<Config>,
  user: string,
): Promise<Partial<Config>> {
  // Loaded late, as in `load-settings.ts`.
  const { parseField } = await import('./validate.js');
  const problems: ConfigProblem[] = [];
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (!isFieldName(name)) {
      problems.push({ field: name, source: name, what: 'is not a field of the configuration.' });
      continue;
    }
    const shown = maskedValue(name, saved[name]);
    const isHidden = shown !== saved[name];
    // A secret as it was shown stays as it is.
    if (isHidden && value === shown) continue;
    const unfit = name === 'password' && typeof value === 'string' ? unfitPassword(value) : undefined;
    if (unfit !== undefined) {
      problems.push({ field: name, source: name, what: unfit });
      continue;
    }
    const result = parseField(name, value, { user, folder: null });
    if ('problem' in result) problems.push({ field: name, source: name, what: result.problem });
    // A secret that is given is a change, the same one too: who may not change it must not learn that it was right.
    else if (isHidden || !sameValue(result.value, saved[name])) changes[name] = result.value;
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...changes, ...forgottenToken(raw, changes, saved) };
}

/** Why a new password cannot be; empty is none. */
function unfitPassword(password: string): string | undefined {
  if (password.startsWith('scrypt$')) return 'must be the password itself, not a hash of one.';
  if (password === '' || !isShortPassword(password)) return undefined;
  return `must be at least ${shortestPassword} characters long.`;
}

/** A token was given to one server: another one gets it only where it is given again. */
function forgottenToken(
  raw: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
  saved: Readonly<Config>,
): Partial<Config> {
  const token = raw['llm_backend_auth_token'];
  const isGiven = token !== undefined && token !== secretMask;
  const isMoved = Object.hasOwn(changes, 'llm_backend_url');
  return isMoved && !isGiven && saved.llm_backend_auth_token !== '' ? { llm_backend_auth_token: '' } : {};
}

/**
 * The changes must fit into each of the configurations that come of them: what is saved, what is in force, what the
 * next start will see.
 * @throws ConfigError
 */
export function checkTogether(
  changes: Readonly<Partial<Config>>,
  configs: readonly Config[],
  context: RuleContext,
): void {
  const problems = new Map<string, ConfigProblem>();
  for (const config of configs) {
    for (const { fields, what } of brokenRules(config, context)) {
      const blamed = fields.filter((field) => Object.hasOwn(changes, field));
      // A rule that was broken before is no reason to refuse another change.
      for (const field of blamed) problems.set(`${field} ${what}`, { field, source: field, what });
    }
  }
  if (problems.size > 0) throw new ConfigError([...problems.values()]);
}
