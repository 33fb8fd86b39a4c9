import { fieldOf, isFieldName } from '../../../config/fields.js';
import type { Settings } from '../../../config/settings.js';
import { startChecks } from '../../settings/start-checks.js';
import { runningDaemon } from '../daemon-client.js';
import { exitCodes } from '../exit-codes.js';
import type { Command, Invocation } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { UsageError } from '../usage-error.js';

/** Changes one field of the file; a daemon that runs takes it at its next start. */
export const setConfig: Command = async (invocation) => {
  const [name = '', value = ''] = invocation.operands;
  if (!isFieldName(name)) throw new UsageError(`There is no setting ${JSON.stringify(name)}.`);
  if (fieldOf(name).type === 'secret' && value !== '')
    throw new UsageError(
      `What stands on a command line can be seen by everyone on this machine, so ${name} is not set there.`,
      name === 'password' ? 'Type "tonstift password".' : `Put "${name}" into ${invocation.places.configFile}.`,
    );
  const settings = await loadSettings(invocation);
  startChecks.forEach(settings.before);
  await settings.update({ [name]: value });
  invocation.print(`${name} is ${JSON.stringify(settings.masked()[name])} in ${settings.places.configFile}.`);
  if (name === 'library_path') invocation.complain('The library itself is not moved; the page Settings would do that.');
  await tellOfDaemon(invocation, settings);
  return exitCodes.done;
};

export async function tellOfDaemon({ complain }: Invocation, settings: Settings): Promise<void> {
  if ((await runningDaemon(settings)) !== undefined) complain('A daemon runs. It goes by this from its next start on.');
}
