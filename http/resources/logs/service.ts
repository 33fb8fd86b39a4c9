import * as z from 'zod/v4';
import { time } from '../../operations/answers.js';

/** Most severe first. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;

export type LogLevel = (typeof logLevels)[number];

export const logLevel = z.enum(logLevels);

export const logEntry = z
  .object({ time, level: logLevel, area: z.string(), message: z.string() })
  .meta({ id: 'LogEntry' });

export type LogEntry = z.output<typeof logEntry>;

export interface LogService {
  level(): LogLevel;
  /** Newest first. Entries less severe than `least` are omitted. */
  recent(least?: LogLevel): LogEntry[];
  /** Takes effect immediately and is saved. */
  setLevel(level: LogLevel): Promise<void>;
}
