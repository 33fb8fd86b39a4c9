import type { Settings } from '../../../config/settings.js';
import { messageOf } from '../../../workers/base/errors.js';
import { exitCodeOf, exitCodes, type ExitCode } from '../exit-codes.js';
import type { DaemonLog } from '../../log/log.js';
import type { Command, Invocation } from '../invocation.js';
import { loadSettings } from '../load-settings.js';

/** Milliseconds: a supervisor waits five seconds, then kills. What is cut off here, the next start puts right. */
const longestStop = 4500;

/** Runs until SIGTERM, SIGINT or SIGHUP; a second SIGINT ends at once. */
export const runDaemon: Command = async (invocation) => {
  const stop = stopSignal(invocation.exit);
  const settings = await loadSettings(invocation);
  const { createLog } = await import('../../log/log.js');
  const log = createLog({ level: settings.current.log_level, folder: settings.places.logs });
  stop.beforeForcedEnd = () =>
    log.warn('Not everything has stopped in time; the next start goes on where this one ends.');
  endOnUncaught(log, invocation);
  const code = await liveAndStop(log, settings, invocation.version, stop);
  await log.close();
  return code;
};

async function liveAndStop(log: DaemonLog, settings: Settings, version: string, stop: StopSignal): Promise<ExitCode> {
  try {
    log.debug(`Tonstift ${version} starts, on Node.js ${process.versions.node}.`);
    settings.warnings.forEach((warning) => log.warn(warning));
    const [{ startDaemon }, { startChecks }] = await Promise.all([
      import('../../daemon.js'),
      import('../../settings/start-checks.js'),
    ]);
    startChecks.forEach(settings.before);
    const daemon = await startDaemon({ settings, log, version });
    log.info(`Stopping, by ${await stop.asked}.`);
    await daemon.stop();
    log.info('Stopped.');
    return exitCodes.done;
  } catch (error) {
    log.error(messageOf(error));
    if (error instanceof Error && error.stack !== undefined) log.debug(error.stack);
    return exitCodeOf(error);
  }
}

interface StopSignal {
  /** Comes with the signal's name. */
  asked: Promise<NodeJS.Signals>;
  beforeForcedEnd: () => void;
}

function stopSignal(exit: Invocation['exit']): StopSignal {
  let isAsked = false;
  const stop: StopSignal = { asked: Promise.resolve('SIGTERM'), beforeForcedEnd: () => undefined };
  stop.asked = new Promise((resolve) => {
    const ask = (signal: NodeJS.Signals): void => {
      if (isAsked && signal === 'SIGINT') exit(130);
      if (isAsked) return;
      isAsked = true;
      resolve(signal);
      setTimeout(() => {
        stop.beforeForcedEnd();
        exit(exitCodes.done);
      }, longestStop).unref();
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, ask);
  });
  return stop;
}

/** What nobody caught leaves an unknown state behind: log it, end, and let the supervisor start again. */
function endOnUncaught(log: DaemonLog, { exit }: Invocation): void {
  process.on('uncaughtException', (error: unknown) => {
    log.error(
      `Unexpected, the daemon ends: ${error instanceof Error ? (error.stack ?? error.message) : messageOf(error)}`,
    );
    void log.close().finally(() => exit(exitCodes.failed));
  });
}
