import type { Settings } from '../../config/settings.js';
import { createLog, type DaemonLog } from '../log/log.js';
import { createLogWriter } from '../log/log-writer.js';

/**
 * For a command that works on the library without a daemon. The log is written to a file and to standard error, because
 * standard output is for the result.
 */
export function withLog<Result>(settings: Settings, work: (log: DaemonLog) => Promise<Result>): Promise<Result> {
  return withLogIn({ folder: settings.places.logs, console: process.stderr }, settings, work);
}

/** For a command that only reads: it writes no file, which may get another owner than those of the daemon. */
export function withShownLog<Result>(settings: Settings, work: (log: DaemonLog) => Promise<Result>): Promise<Result> {
  return withLogIn({ console: process.stderr }, settings, work);
}

async function withLogIn<Result>(
  places: Parameters<typeof createLogWriter>[0],
  settings: Settings,
  work: (log: DaemonLog) => Promise<Result>,
): Promise<Result> {
  const log = createLog(settings.current.log_level, (trouble) =>
    createLogWriter({ format: settings.current.log_format, ...places }, trouble),
  );
  log.redact(settings.current.password);
  settings.warnings.forEach((warning) => log.warn(warning));
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}
