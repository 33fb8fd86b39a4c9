/** The log: written out, and kept in a ring in memory for the logs page. */
import { logLevels, type LogEntry, type LogLevel } from '../../http/resources/logs/service.js';
import type { Log } from '../../workers/base/ports.js';
import { createRedactor, oneLine } from './log-text.js';
import type { LogWriter } from './log-writer.js';

export interface DaemonLog extends Log {
  level(): LogLevel;
  setLevel(level: LogLevel): void;
  /** Newest first; `level` leaves out what is less severe. */
  recent(lines: number, level?: LogLevel): LogEntry[];
  /** Called with each entry that is logged. Answers a function that ends it. */
  onEntry(call: (entry: LogEntry) => void): () => void;
  /** The text never appears in an entry from now on. */
  redact(secret: string): void;
  /** Comes back when everything is written; what is logged later is not. */
  close(): Promise<void>;
}

const ringSize = 2000;

/** One number a level; less is more severe. */
const rankOf = (level: LogLevel): number => logLevels.indexOf(level);

/** @param writerOf takes what is called with a sentence where something cannot be written */
export function createLog(
  firstLevel: LogLevel,
  writerOf: (trouble: (sentence: string) => void) => LogWriter,
): DaemonLog {
  const redactor = createRedactor();
  const ring: LogEntry[] = [];
  const listeners = new Set<(entry: LogEntry) => void>();
  const writer = writerOf((sentence) => area('log').warn(sentence));
  let level = firstLevel;
  let closed: Promise<void> | null = null;

  function record(entryLevel: LogLevel, name: string, text: string): void {
    if (closed !== null || rankOf(entryLevel) > rankOf(level)) return;
    const entry: LogEntry = {
      time: new Date().toISOString(),
      level: entryLevel,
      area: name,
      message: oneLine(redactor.clean(text)),
    };
    ring.push(entry);
    if (ring.length > ringSize) ring.shift();
    writer.write(entry);
    for (const call of listeners) call(entry);
  }

  const area = (name: string): Log => ({
    error: (message) => record('error', name, message),
    warn: (message) => record('warn', name, message),
    info: (message) => record('info', name, message),
    debug: (message) => record('debug', name, message),
    area,
  });

  return {
    ...area('daemon'),
    level: () => level,
    setLevel(next) {
      level = next;
    },
    recent(lines, least = 'debug') {
      const wanted = ring.filter((entry) => rankOf(entry.level) <= rankOf(least));
      return wanted.slice(Math.max(0, wanted.length - Math.max(0, lines))).reverse();
    },
    onEntry(call) {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
    redact: redactor.add,
    close: () => (closed ??= writer.close()),
  };
}
