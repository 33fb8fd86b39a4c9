/** The log: written to the outputs, and kept in a ring buffer for the log page. */
import { logLevels, type LogEntry, type LogLevel } from '../../http/resources/logs/service.js';
import type { Log } from '../../workers/base/ports.js';
import { createRedactor, oneLine } from './log-text.js';
import type { LogWriter } from './log-writer.js';

export interface DaemonLog extends Log {
  level(): LogLevel;
  setLevel(level: LogLevel): void;
  /** Newest first. Entries less severe than `least` are omitted. */
  recent(least?: LogLevel): LogEntry[];
  /** Calls `call` with each new entry. Returns a function that unsubscribes. */
  onEntry(call: (entry: LogEntry) => void): () => void;
  /** Removes the text from all later entries. */
  redact(secret: string): void;
  /** Resolves when everything is written. Later entries are dropped. */
  close(): Promise<void>;
}

const ringSize = 2000;

/** A number for each level; smaller is more severe. */
const rankOf = (level: LogLevel): number => logLevels.indexOf(level);

/** @param writerOf its argument is called with a sentence if writing fails */
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
    recent: (least = 'debug') => ring.filter((entry) => rankOf(entry.level) <= rankOf(least)).reverse(),
    onEntry(call) {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
    redact: redactor.add,
    close: () => (closed ??= writer.close()),
  };
}
