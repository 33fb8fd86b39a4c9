/** A log in memory. */
import { logLevels, type LogEntry, type LogLevel, type LogService } from '../../../http/resources/logs/service.js';

export interface FakeLogs extends LogService {
  write(level: LogLevel, message: string): void;
}

/** As many as the daemon keeps. */
const most = 2000;

export function fakeLogs(): FakeLogs {
  const entries: LogEntry[] = [];
  let level: LogLevel = 'info';
  const isWithin = (one: LogLevel, least: LogLevel): boolean => logLevels.indexOf(one) <= logLevels.indexOf(least);
  return {
    level: () => level,
    recent: (least = 'debug') =>
      entries
        .slice(-most)
        .filter((entry) => isWithin(entry.level, least))
        .reverse(),
    async setLevel(to) {
      level = to;
    },
    write(at, message) {
      if (isWithin(at, level)) entries.push({ time: new Date(0).toISOString(), level: at, area: 'log', message });
    },
  };
}
