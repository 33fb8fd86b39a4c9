/** The daemon's log, written nowhere. */
import { createLog } from '../../../daemon/log/log.js';
import type { LogLevel, LogService } from '../../../http/resources/logs/service.js';

export interface FakeLogs extends LogService {
  write(level: LogLevel, message: string): void;
}

export function fakeLogs(): FakeLogs {
  const log = createLog('info', () => ({ write: () => undefined, close: () => Promise.resolve() }));
  return {
    level: () => log.level(),
    recent: (least) => log.recent(least),
    setLevel: async (level) => log.setLevel(level),
    write: (level, message) => log.area('log')[level](message),
  };
}
