import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { environmentOf, fieldNames } from '../../../config/fields.js';
import { writeDurably } from '../../../workers/base/files/durable.js';
import { makeFolder } from '../../../workers/base/files/make-folder.js';
import { exitCodes } from '../exit-codes.js';
import { serviceCommand } from '../service/command.js';
import { serviceManager, type ServiceManager, type Step } from '../service/manager.js';
import { runStep, runSteps, stepText } from '../service/steps.js';
import type { Command, Invocation } from '../invocation.js';
import { loadSettings } from '../load-settings.js';

/** Writes the unit, enables and starts it. The configuration must be right, or it would fail at every login. */
export const installService: Command = async (invocation) => {
  const manager = managerOf(invocation);
  if (manager === undefined) return exitCodes.failed;
  const settings = await loadSettings(invocation);
  const command = serviceCommand(settings, invocation.home, invocation.passwordFile);
  for (const name of fieldNames.filter((field) => settings.sources[field] === 'environment')) {
    invocation.complain(
      `The service does not see ${environmentOf(name)}, which is set here only. ` +
        `Give the option instead, or put it into ${settings.places.configFile}.`,
    );
  }
  if (/[/\\]_npx[/\\]/.test(command[1] ?? '')) {
    invocation.complain(
      'This copy of the program is a temporary one of npx. ' +
        'Install it with "npm install -g tonstift" first, or the service ends when npx tidies up.',
    );
  }
  makeFolder(dirname(manager.unitPath));
  await writeDurably(manager.unitPath, manager.unit(command));
  const problem = await runSteps(manager.start);
  if (problem !== undefined)
    return explain(
      invocation,
      `The unit is written to ${manager.unitPath}, but could not be started: `,
      problem,
      manager.start,
    );
  invocation.print(`The service is installed and started: ${manager.unitPath}`);
  return exitCodes.done;
};

/** Stops it, and removes the unit; the library and everything else stay. */
export const uninstallService: Command = async (invocation) => {
  const manager = managerOf(invocation);
  if (manager === undefined) return exitCodes.failed;
  if (!existsSync(manager.unitPath)) {
    invocation.print(`The service is not installed: there is no ${manager.unitPath}`);
    return exitCodes.done;
  }
  const problem = await runSteps(manager.stop);
  for (const path of [manager.unitPath, ...manager.traces]) await rm(path, { force: true });
  if (problem !== undefined)
    return explain(
      invocation,
      `The unit ${manager.unitPath} is removed, but it may still run: `,
      problem,
      manager.stop,
    );
  await runSteps(manager.afterRemoval);
  invocation.print(`The service is stopped and removed: ${manager.unitPath}`);
  return exitCodes.done;
};

/** Ends with 0 where it runs, 1 where it does not, 75 where that cannot be told. */
export const printServiceStatus: Command = async (invocation) => {
  const manager = managerOf(invocation);
  if (manager === undefined) return exitCodes.failed;
  if (!existsSync(manager.unitPath)) {
    invocation.print(`The service is not installed: there is no ${manager.unitPath}`);
    return exitCodes.failed;
  }
  invocation.print(`The service is installed: ${manager.unitPath}`);
  const answer = await runStep(manager.query);
  const isRunning = manager.isRunning(answer);
  if (isRunning === undefined) {
    invocation.complain(`Whether it runs cannot be told: ${stepText(manager.query)} says: ${answer.output.trim()}`);
    return exitCodes.temporary;
  }
  invocation.print(isRunning ? 'It runs.' : 'It does not run.');
  return isRunning ? exitCodes.done : exitCodes.failed;
};

function managerOf({ environment, complain }: Invocation): ServiceManager | undefined {
  const manager = serviceManager(environment);
  if (manager === undefined)
    complain(`A service can be installed on Linux (systemd) and macOS (launchd), not on ${process.platform}.`);
  return manager;
}

function explain(
  { complain }: Invocation,
  outcome: string,
  { step, reason }: { step: Step; reason: string },
  steps: readonly Step[],
): typeof exitCodes.temporary {
  complain(`${outcome}${stepText(step)} says: ${reason}`);
  complain('Once you are logged in to the desktop (or by ssh with a session of your own), type:');
  for (const each of steps) complain(`  ${stepText(each)}`);
  return exitCodes.temporary;
}
