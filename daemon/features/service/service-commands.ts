import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeDurably } from '../../../workers/base/files/durable.js';
import { makeFolder } from '../../../workers/base/files/make-folder.js';
import { exitCodes, type ExitCode } from '../../cli/exit-codes.js';
import { plannedService } from './plan.js';
import { serviceManager } from './choose.js';
import type { ServiceManager, Step } from './manager.js';
import { lastWords, runStep, runSteps, showStep, stepText, type StepProblem } from './steps.js';
import { UsageError } from '../../cli/usage-error.js';
import type { Command, Invocation } from '../../cli/invocation.js';

type ServiceCommand = (invocation: Invocation, manager: ServiceManager) => Promise<ExitCode>;

/** Wraps a command that needs a service manager, and sometimes root. */
const withManager =
  (needsRights: boolean, command: ServiceCommand): Command =>
  async (invocation) => {
    const { environment, complain, places } = invocation;
    const isSystem = invocation.options.system === true;
    const manager = serviceManager(environment, { isSystem, logs: places.logs });
    if (manager === undefined) {
      const where = isSystem ? 'Linux (systemd)' : 'Linux (systemd) and macOS (launchd)';
      complain(
        `A service${isSystem ? ' of the system' : ''} can be installed on ${where}, not on ${process.platform}.`,
      );
      return exitCodes.failed;
    }
    if (needsRights && manager.needsRoot && process.getuid?.() !== 0) {
      complain('A service of the system needs root: type "sudo" before this command.');
      return exitCodes.failed;
    }
    return command(invocation, manager);
  };

/**
 * Writes the unit, enables and starts it. Checks the configuration first, because the service would fail at every start
 * otherwise.
 */
export const installService = withManager(true, async (invocation, manager) => {
  const { command, folders, warnings } = await plannedService(invocation);
  warnings.forEach(invocation.complain);
  for (const [path, text] of [...manager.beside, [manager.unitPath, manager.unit(command, folders)] as const]) {
    makeFolder(dirname(path));
    await writeDurably(path, text, 0o644);
  }
  const problem = await runSteps(manager.start);
  if (problem !== undefined)
    return explain(invocation, manager, problem, {
      outcome: `Wrote the unit to ${manager.unitPath}, but cannot start it: `,
      steps: manager.start,
    });
  invocation.print(`The service is installed and started: ${manager.unitPath}`);
  for (const path of manager.beside.keys()) invocation.print(`  with ${path}`);
  return exitCodes.done;
});

/** Stops the service and removes the unit. The library and all other files remain. */
export const uninstallService = withManager(true, async (invocation, manager) => {
  if (pathOf(manager) === undefined) {
    invocation.print(notInstalled(manager));
    return exitCodes.done;
  }
  if (!existsSync(manager.unitPath)) {
    invocation.complain(`${manager.packagedPath} belongs to a package. Remove that, or only stop the service:`);
    for (const step of manager.stop) invocation.complain(`  ${stepText(step)}`);
    return exitCodes.failed;
  }
  const problem = await runSteps(manager.stop);
  for (const path of [manager.unitPath, ...manager.beside.keys(), ...manager.traces]) await rm(path, { force: true });
  if (problem !== undefined)
    return explain(invocation, manager, problem, {
      outcome: `Removed the unit ${manager.unitPath}, but the service may still run: `,
      steps: manager.stop,
    });
  await runSteps(manager.afterRemoval);
  invocation.print(`The service is stopped and removed: ${manager.unitPath}`);
  invocation.print(manager.stays);
  return exitCodes.done;
});

/** Exits with 0 if the service runs, 1 if not, 75 if that is unknown. */
export const printServiceStatus = withManager(false, async (invocation, manager) => {
  if (!isInstalled(invocation, manager)) return exitCodes.failed;
  invocation.print(`The service is installed: ${pathOf(manager)}`);
  const answer = await runStep(manager.query);
  const state = manager.stateIn(answer);
  if (state === undefined) {
    invocation.complain(`Cannot tell whether it runs: ${stepText(manager.query)} says: ${answer.output.trim()}`);
    return exitCodes.temporary;
  }
  invocation.print(state.words);
  if (state.isRunning) return exitCodes.done;
  for (const line of await lastWords(manager)) invocation.print(`  ${line}`);
  return exitCodes.failed;
});

/** Stops and starts the service. */
export const restartService = withManager(true, async (invocation, manager) => {
  if (!isInstalled(invocation, manager)) return exitCodes.failed;
  const problem = await runSteps(manager.restart);
  if (problem !== undefined)
    return explain(invocation, manager, problem, {
      outcome: 'Cannot restart the service: ',
      steps: manager.restart,
    });
  invocation.print('Restarted the service.');
  return exitCodes.done;
});

/** Prints the last lines of the log; with `follow` also new ones. */
export const printServiceLogs = withManager(false, async (invocation, manager) => {
  const [word] = invocation.operands;
  if (word !== undefined && word !== 'follow')
    throw new UsageError(`"tonstift service logs" accepts only "follow", not ${JSON.stringify(word)}.`);
  // journalctl ends with 0 if it finds nothing.
  if (!isInstalled(invocation, manager)) return exitCodes.failed;
  const step = manager.logs(word === 'follow');
  const code = await showStep(step);
  if (code === 0) return exitCodes.done;
  invocation.complain(
    `Cannot show the log: ${stepText(step)} ${code === undefined ? 'does not exist' : `ended with ${code}`}.`,
  );
  return exitCodes.failed;
});

function isInstalled({ complain, options }: Invocation, manager: ServiceManager): boolean {
  const is = pathOf(manager) !== undefined;
  if (!is) {
    complain(notInstalled(manager));
    complain(
      `To install it, type: ${options.system ? 'sudo tonstift service install --system' : 'tonstift service install'}`,
    );
  }
  return is;
}

const notInstalled = ({ unitPath }: ServiceManager): string =>
  `The service is not installed: ${unitPath} does not exist.`;

/** Returns the path of the installed unit. */
const pathOf = ({ unitPath, packagedPath = unitPath }: ServiceManager): string | undefined =>
  [unitPath, packagedPath].find((path) => existsSync(path));

/** Prints the reason if the manager has one, otherwise the commands to run by hand. */
async function explain(
  { complain }: Invocation,
  manager: ServiceManager,
  { step, reason }: StepProblem,
  { outcome, steps }: { outcome: string; steps: readonly Step[] },
): Promise<typeof exitCodes.temporary> {
  complain(`${outcome}${stepText(step)} says: ${reason}`);
  const why = step.starts ? await lastWords(manager) : [];
  if (why.length > 0) {
    complain('It says:');
    for (const line of why) complain(`  ${line}`);
    complain('More of it: tonstift service logs');
    return exitCodes.temporary;
  }
  complain(
    manager.needsRoot
      ? 'If systemd runs on this machine, type:'
      : 'Once you are logged in to the desktop (or by ssh with a session of your own), type:',
  );
  for (const each of steps) complain(`  ${stepText(each)}`);
  return exitCodes.temporary;
}
