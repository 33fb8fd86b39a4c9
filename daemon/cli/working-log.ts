import type { Settings } from '../../config/settings.js';
import { createLog, type DaemonLog } from '../log/log.js';
import { createLogWriter } from '../log/log-writer.js';

/**
 * For a command that works on the library without a daemon. The log is written to a file and to standard error, because
 * standard output is for the result.
 */
export async function withLog<Result>(settings: Settings, work: (log: DaemonLog) => Promise<Result>): Promise<Result> {
  const places = { folder: settings.places.logs, console: process.stderr };
  const log = createLog(settings.current.log_level, (trouble) => createLogWriter(places, trouble));
  log.redact(settings.current.password);
  settings.warnings.forEach((warning) => log.warn(warning));
  try {
    return await work(log);
  } finally {
    await log.close();
  }
}
