import type { Settings } from '../../../config/settings.js';
import { createMutex } from '../../../workers/base/async/mutex.js';
import { messageOf } from '../../../workers/base/errors.js';
import { systemClock } from '../../../workers/base/ports.js';
import { exitCodeOf, exitCodes, type ExitCode } from '../exit-codes.js';
import type { DaemonLog } from '../../log/log.js';
import type { Daemon } from '../../daemon.js';
import { hearSignals, type Signals } from '../../supervisor/signals.js';
import type { Heartbeat } from '../../supervisor/heartbeat.js';
import { systemdOf, type ServiceManager } from '../../supervisor/systemd.js';
import type { Command, Invocation } from '../invocation.js';
import { loadSettings, readSettings } from '../load-settings.js';

/** Runs until it is asked to end. */
export const runDaemon: Command = async (invocation) => {
  const signals = hearSignals(invocation.exit);
  const settings = await loadSettings(invocation);
  const { createLog } = await import('../../log/log.js');
  const { createLogWriter } = await import('../../log/log-writer.js');
  const log = createLog(settings.current.log_level, (trouble) =>
    createLogWriter({ folder: settings.places.logs }, trouble),
  );
  signals.beforeForcedEnd = () =>
    log.warn('Not everything has stopped in time; the next start goes on where this one ends.');
  endOnUncaught(log, invocation);
  const code = await liveAndStop(log, settings, invocation, signals);
  await log.close();
  return code;
};

async function liveAndStop(
  log: DaemonLog,
  settings: Settings,
  invocation: Invocation,
  signals: Signals,
): Promise<ExitCode> {
  try {
    const { version, environment } = invocation;
    log.debug(`Tonstift ${version} starts, on Node.js ${process.versions.node}.`);
    settings.warnings.forEach((warning) => log.warn(warning));
    const [{ startDaemon }, { addStartChecks }] = await Promise.all([
      import('../../daemon.js'),
      import('../../settings/start-checks.js'),
    ]);
    addStartChecks(settings);
    const manager = systemdOf(environment);
    const stoodStill = manager?.endedLastRun() ?? false;
    if (stoodStill)
      log.warn('The last run stood still, and systemd ended it. What it was taking in is not tried again.');
    const restart = restartBy(environment, signals);
    const daemon = await startDaemon({ settings, log, version, restart, stoodStill });
    const heartbeat = manager && (await startHeartbeat(manager, daemon, log));
    signals.onReload(reloader({ settings, log, invocation, heartbeat }));
    log.info(`Stopping, by ${await signals.asked}.`);
    await Promise.all([heartbeat?.stopping(), daemon.stop()]);
    log.info('Stopped.');
    return signals.code;
  } catch (error) {
    log.error(messageOf(error));
    if (error instanceof Error && error.stack !== undefined) log.debug(error.stack);
    return exitCodeOf(error);
  }
}

async function startHeartbeat(manager: ServiceManager, daemon: Daemon, log: DaemonLog): Promise<Heartbeat> {
  const { Heartbeat } = await import('../../supervisor/heartbeat.js');
  const heartbeat = new Heartbeat({ manager, status: () => daemon.status(), clock: systemClock, log });
  await heartbeat.ready();
  return heartbeat;
}

interface ReloadParts {
  settings: Settings;
  log: DaemonLog;
  invocation: Invocation;
  heartbeat: Heartbeat | undefined;
}

/** A configuration that is wrong changes nothing; the log says why. */
function reloader({ settings, log, invocation, heartbeat }: ReloadParts): () => void {
  const reload = async (): Promise<void> => {
    try {
      const read = await readSettings(invocation);
      read.warnings.forEach((warning) => log.warn(warning));
      const { changed, needs_restart: waiting } = await settings.reload(read);
      const later = waiting.length === 0 ? '' : ` From the next start on: ${waiting.join(', ')}.`;
      log.info(`The configuration is read again, by SIGHUP. Changed: ${changed.join(', ') || 'nothing'}.${later}`);
    } catch (error) {
      log.error(`The configuration is read again, by SIGHUP, and is wrong; nothing changes. ${messageOf(error)}`);
    }
  };
  const one = createMutex();
  return () => void one.run(() => heartbeat?.reloading(reload) ?? reload());
}

/**
 * Null where nothing starts the program again. Only what has started it knows, and says so by TONSTIFT_RESTARTED_BY:
 * that systemd is about (INVOCATION_ID) is true of every terminal of a desktop, too, and of units with `Restart=no`.
 */
function restartBy({ TONSTIFT_RESTARTED_BY: manager }: NodeJS.ProcessEnv, signals: Signals): (() => void) | null {
  return manager ? () => signals.restart(`the page Settings, to be started again by ${manager}`) : null;
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
