import type { Settings } from '../../../config/settings.js';
import { createMutex } from '../../../workers/base/async/mutex.js';
import { messageOf } from '../../../workers/base/errors.js';
import { systemClock } from '../../../workers/base/ports.js';
import { explained } from '../../log/disk-errors.js';
import { exitCodeOf, exitCodes, type ExitCode } from '../exit-codes.js';
import type { DaemonLog } from '../../log/log.js';
import type { Daemon } from '../../daemon.js';
import { hearSignals, type Signals } from '../../supervisor/signals.js';
import type { Heartbeat } from '../../supervisor/heartbeat.js';
import { systemdOf, type ServiceManager } from '../../supervisor/systemd.js';
import type { Command, Invocation } from '../invocation.js';
import { loadSettings, readSettings } from '../load-settings.js';

export const runDaemon: Command = async (invocation) => {
  const signals = hearSignals(invocation.exit);
  const settings = await loadSettings(invocation);
  const { createLog } = await import('../../log/log.js');
  const { createLogWriter } = await import('../../log/log-writer.js');
  const log = createLog(settings.current.log_level, (trouble) =>
    createLogWriter({ folder: settings.places.logs, format: settings.current.log_format }, trouble),
  );
  signals.beforeForcedEnd = () => log.warn('Some jobs did not stop in time. They continue at the next start.');
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
    log.debug(`Starting Tonstift ${version} on Node.js ${process.versions.node}.`);
    settings.warnings.forEach((warning) => log.warn(warning));
    const [{ startDaemon }, { startWhenRoom }, { addStartChecks }] = await Promise.all([
      import('../../daemon.js'),
      import('../../full-disk-at-start.js'),
      import('../../settings/start-checks.js'),
    ]);
    addStartChecks(settings);
    const manager = systemdOf(environment);
    const stoodStill = manager?.endedLastRun() ?? false;
    if (stoodStill) log.warn('The last run stalled and systemd stopped it. Its unfinished import is not tried again.');
    const restart = restartBy(environment, signals);
    const features = await invocation.loadFeatures();
    const start = () => startDaemon({ settings, log, version, restart, features, stoodStill });
    const daemon = await startWhenRoom(start, { settings, log, stop: signals.asked });
    if (daemon === null) return signals.code;
    const heartbeat = manager && (await startHeartbeat(manager, daemon, log));
    signals.onReload(reloader({ settings, log, invocation, heartbeat }));
    log.info(`Stopping, by ${await signals.asked}.`);
    await Promise.all([heartbeat?.stopping(), daemon.stop()]);
    log.info('Stopped.');
    return signals.code;
  } catch (error) {
    log.error(explained(error));
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

/** A wrong configuration changes nothing. The log contains the reason. */
function reloader({ settings, log, invocation, heartbeat }: ReloadParts): () => void {
  const reload = async (): Promise<void> => {
    try {
      const read = await readSettings(invocation);
      read.warnings.forEach((warning) => log.warn(warning));
      const { changed, needs_restart: waiting } = await settings.reload(read);
      const later = waiting.length === 0 ? '' : ` After a restart: ${waiting.join(', ')}.`;
      log.info(`Reloaded the configuration (SIGHUP). Changed: ${changed.join(', ') || 'nothing'}.${later}`);
    } catch (error) {
      log.error(`Cannot reload the configuration (SIGHUP), so nothing changes. ${messageOf(error)}`);
    }
  };
  const one = createMutex();
  return () => void one.run(() => heartbeat?.reloading(reload) ?? reload());
}

/**
 * Returns null if no supervisor restarts the program. Only the supervisor's configuration knows this and sets
 * TONSTIFT_RESTARTED_BY. INVOCATION_ID of systemd is not enough: every terminal of a desktop and units with
 * `Restart=no` have it too.
 */
function restartBy({ TONSTIFT_RESTARTED_BY: manager }: NodeJS.ProcessEnv, signals: Signals): (() => void) | null {
  return manager ? () => signals.restart(`the page Settings, to be started again by ${manager}`) : null;
}

/** After an uncaught exception the state is unknown: log it, exit, and let the supervisor restart the program. */
function endOnUncaught(log: DaemonLog, { exit }: Invocation): void {
  process.on('uncaughtException', (error: unknown) => {
    log.error(
      `Unexpected error, exiting: ${error instanceof Error ? (error.stack ?? error.message) : messageOf(error)}`,
    );
    void log.close().finally(() => exit(exitCodes.failed));
  });
}
