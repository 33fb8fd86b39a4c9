/** What the pages need of the log. */

/** Most severe first. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof logLevels)[number];

export interface LogEntry {
  /** ISO 8601, UTC. */
  time: string;
  level: LogLevel;
  area: string;
  message: string;
}

export interface LogService {
  level(): LogLevel;
  /** Newest first; `level` leaves out what is less severe. */
  recent(lines: number, level?: LogLevel): LogEntry[];
  /** Takes effect at once, and is kept. */
  setLevel(level: LogLevel): Promise<void>;
}
