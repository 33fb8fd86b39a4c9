import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaultOf, environmentOf, fieldNames, fieldOf, isFieldName, type FieldName } from '../../../config/fields.js';
import { ConfigError } from '../../../config/problems.js';
import { sameValue } from '../../../config/same-value.js';
import { typedFor } from '../../../config/places.js';
import type { Settings } from '../../../config/settings.js';
import type { ConfigFieldView } from '../../../http/resources/config/service.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';
import { libraryFileName } from '../../../workers/library/place.js';
import { nearestWord } from '../../../workers/base/text/nearest-word.js';
import { addStartChecks } from '../../settings/start-checks.js';
import { Unreachable } from '../daemon-client.js';
import { runningDaemon } from '../running-daemon.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import type { Command, Invocation } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { UsageError } from '../usage-error.js';

/** Changes one setting: through a running daemon, which applies it at once, otherwise in the file. */
export const setConfig: Command = async (invocation) => {
  const [name = '', value = ''] = invocation.operands;
  const field = fieldNamed(name);
  if (fieldOf(field).type === 'secret' && value !== '')
    throw new UsageError(
      `Everyone on this machine can see a command line, so ${name} cannot be set there.`,
      name === 'password'
        ? `Type "${typedFor(invocation.places)} password".`
        : `Put "${name}" into ${invocation.places.configFile}.`,
    );
  return change(invocation, field, value);
};

/** Gives one setting its default: the file no longer names it. */
export const unsetConfig: Command = async (invocation) => {
  const field = fieldNamed(invocation.operands[0] ?? '');
  return change(invocation, field, defaultOf(field, invocation.places));
};

/** @throws UsageError if there is no such setting */
function fieldNamed(name: string): FieldName {
  if (isFieldName(name)) return name;
  const near = nearestWord(name, fieldNames);
  throw new UsageError(`Unknown setting ${JSON.stringify(name)}.`, near && `Did you mean ${near}?`);
}

async function change(invocation: Invocation, name: FieldName, value: unknown): Promise<ExitCode> {
  const settings = await loadSettings(invocation);
  const from = settings.saved.library_path;
  const byDaemon = await changeByDaemon(invocation, settings, { [name]: value });
  if (byDaemon === undefined) {
    addStartChecks(settings);
    await settings.update({ [name]: value }, { isCommand: true });
  }
  const result = byDaemon ?? settings.masked();
  const { configFile } = settings.places;
  const isDefault = sameValue(result[name], defaultOf(name, settings.places));
  const shown = `${name} is ${JSON.stringify(result[name])}`;
  invocation.print(isDefault ? `${shown}, the default. It is not in ${configFile}.` : `${shown} in ${configFile}.`);
  explainVariable(invocation, name);
  const to = String(result['library_path']);
  if (name === 'library_path' && to !== from) explainMove(invocation, { from, to, isMoved: byDaemon !== undefined });
  return exitCodes.done;
}

/** The file is written, but a variable of the environment has priority. */
export function explainVariable({ environment, complain }: Invocation, name: FieldName): void {
  const variables = [environmentOf(name), fieldOf(name).environment].filter((one) => one !== undefined);
  const set = variables.find((one) => Boolean(environment[one]));
  if (set !== undefined) complain(`The variable ${set} is set, too. Where it is set, it overrides the file.`);
}

/** Only the daemon moves a library. */
function explainMove(
  invocation: Invocation,
  { from, to, isMoved }: { from: string; to: string; isMoved: boolean },
): void {
  if (isMoved) return invocation.complain(String(say('settings.library_moved', { from, to })));
  if (!existsSync(join(from, libraryFileName))) return;
  invocation.complain(
    `The library was not moved: it is still in ${from}. To move it, undo this change, start Tonstift, and type ` +
      `"${typedFor(invocation.places)} config set library_path ${to}" or use the page Settings.`,
  );
}

/**
 * Changes settings through a running daemon, which also writes the file.
 * @returns the saved settings; undefined if no daemon can be reached
 * @throws ConfigError with what is wrong with the values; TonstiftError with another objection of the daemon
 */
export async function changeByDaemon(
  { complain }: Invocation,
  settings: Settings,
  changes: Partial<Record<FieldName, unknown>>,
): Promise<Record<string, unknown> | undefined> {
  const daemon = await runningDaemon(settings);
  if (daemon === undefined) return undefined;
  const headers = { 'content-type': 'application/json' };
  const order = { method: 'POST' as const, headers, body: JSON.stringify(changes) };
  try {
    const { fields = [] } = await daemon.ask<{ fields?: ConfigFieldView[] }>('/config');
    const answer = await daemon.ask<{ config: Record<string, unknown>; needs_restart: string[] }>('/config', order);
    if (answer.needs_restart.length > 0)
      complain(`The running daemon applies ${answer.needs_restart.join(', ')} at its next start.`);
    for (const { source, flag, environment } of fields.filter(({ name }) => Object.hasOwn(changes, name))) {
      const by = source === 'flag' ? flag : source === 'environment' ? environment : null;
      if (by !== null) complain(`The running daemon was started with ${by}, which overrides the file at each start.`);
    }
    return answer.config;
  } catch (thrown) {
    if (isRefused(thrown))
      throw new ConfigError(
        Object.entries(thrown.fields).map(([field, what]) => ({ field, source: `${field}:`, what })),
      );
    if (!(thrown instanceof Unreachable)) throw thrown;
    complain(`${thrown.message} It applies the change at its next start.`);
    return undefined;
  }
}

/** True if the daemon has found the values wrong, as a command without a daemon does. */
const isRefused = (thrown: unknown): thrown is TonstiftError =>
  thrown instanceof TonstiftError && thrown.code === 'bad_field' && Object.keys(thrown.fields).length > 0;
