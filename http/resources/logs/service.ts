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
  /** Newest first. Entries less severe than `level` are omitted. */
  recent(lines: number, level?: LogLevel): LogEntry[];
  /** Takes effect immediately and is saved. */
  setLevel(level: LogLevel): Promise<void>;
}
