import { fieldOf, isFieldName, type FieldName } from '../../../config/fields.js';
import type { Settings } from '../../../config/settings.js';
import { addStartChecks } from '../../settings/start-checks.js';
import { Unreachable } from '../daemon-client.js';
import { runningDaemon } from '../running-daemon.js';
import { exitCodes } from '../exit-codes.js';
import type { Command, Invocation } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { UsageError } from '../usage-error.js';

/** Changes one field: by the daemon where one runs, so that it goes by it at once, else in the file. */
export const setConfig: Command = async (invocation) => {
  const [name = '', value = ''] = invocation.operands;
  if (!isFieldName(name)) throw new UsageError(`There is no setting ${JSON.stringify(name)}.`);
  if (fieldOf(name).type === 'secret' && value !== '')
    throw new UsageError(
      `What stands on a command line can be seen by everyone on this machine, so ${name} is not set there.`,
      name === 'password' ? 'Type "tonstift password".' : `Put "${name}" into ${invocation.places.configFile}.`,
    );
  const settings = await loadSettings(invocation);
  const byDaemon = await changeByDaemon(invocation, settings, { [name]: value });
  if (byDaemon === undefined) {
    addStartChecks(settings);
    await settings.update({ [name]: value });
    if (name === 'library_path')
      invocation.complain('The library itself is not moved; the page Settings would do that.');
  }
  const shown = JSON.stringify((byDaemon ?? settings.masked())[name]);
  invocation.print(`${name} is ${shown} in ${settings.places.configFile}.`);
  return exitCodes.done;
};

/**
 * Has a daemon that runs change its settings, which writes the file too.
 * @returns what is saved now; undefined where no daemon can be asked
 * @throws TonstiftError with what the daemon says against it
 */
export async function changeByDaemon(
  { complain }: Invocation,
  settings: Settings,
  changes: Partial<Record<FieldName, string>>,
): Promise<Record<string, unknown> | undefined> {
  const daemon = await runningDaemon(settings);
  if (daemon === undefined) return undefined;
  const headers = { 'content-type': 'application/json' };
  const order = { method: 'POST' as const, headers, body: JSON.stringify(changes) };
  try {
    const answer = await daemon.ask<{ config: Record<string, unknown>; needs_restart: string[] }>('/config', order);
    if (answer.needs_restart.length > 0)
      complain(`A daemon runs. It goes by ${answer.needs_restart.join(', ')} from its next start on.`);
    return answer.config;
  } catch (thrown) {
    if (!(thrown instanceof Unreachable)) throw thrown;
    complain(`${thrown.message} It goes by the change from its next start on.`);
    return undefined;
  }
}
