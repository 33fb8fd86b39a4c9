/** What the pages need of the log. */

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

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
