/** The diary: to the console or the journal, to a rotating file, and to a ring in memory for the logs page. */
import { fstatSync } from 'node:fs';
import winston from 'winston';
import type { LogEntry, LogLevel } from '../../http/resources/logs/service.js';
import type { Log } from '../../workers/base/ports.js';
import { rotatingLogFile } from './log-file.js';
import { createRedactor, oneLine } from './log-text.js';

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

/** `journal` has the priority before the line and no time, as the systemd journal wants it. */
type ConsoleStyle = 'plain' | 'colour' | 'journal';

export interface LogOptions {
  level: LogLevel;
  /** Folder of the rotating file; no file without it. */
  folder?: string;
  /** Default: standard output, and standard error for errors. */
  console?: NodeJS.WriteStream;
  /** Default: what suits the console. */
  style?: ConsoleStyle;
}

/** Most severe first. */
const levels: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];
const colours: Readonly<Record<LogLevel, number>> = { error: 31, warn: 33, info: 32, debug: 90 };
/** sd-daemon(3) */
const priorities: Readonly<Record<LogLevel, number>> = { error: 3, warn: 4, info: 6, debug: 7 };

const ringSize = 2000;

/** Under systemd JOURNAL_STREAM names device and inode of the journal's socket; a redirected stream has others. */
function styleOf(stream: NodeJS.WriteStream & { fd?: number }): ConsoleStyle {
  const { JOURNAL_STREAM: journal, NO_COLOR: noColour } = process.env;
  if (journal !== undefined && stream.fd !== undefined) {
    try {
      const { dev, ino } = fstatSync(stream.fd);
      if (journal === `${dev}:${ino}`) return 'journal';
    } catch {
      /* a closed stream is no journal */
    }
  }
  return stream.isTTY && !noColour ? 'colour' : 'plain';
}

function consoleLine({ time, level, area, message }: LogEntry, style: ConsoleStyle): string {
  if (style === 'journal') return `<${priorities[level]}>${area}: ${message}`;
  const at = new Date(time);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
  const word = style === 'colour' ? `\u001b[${colours[level]}m${level.padEnd(5)}\u001b[0m` : level.padEnd(5);
  return `${day} ${clock} ${word} ${area.padEnd(7)} ${message}`;
}

const fileLine = ({ time, level, area, message }: LogEntry): string => `${time} ${level.padEnd(5)} ${area}: ${message}`;

const lineOf = (line: (entry: LogEntry) => string, wanted: readonly LogLevel[]): winston.Logform.Format => {
  const text = winston.format.printf((entry) => line(entry as unknown as LogEntry));
  return winston.format.combine(winston.format((entry) => wanted.includes(entry.level as LogLevel) && entry)(), text);
};

function consoleTransport(
  stream: NodeJS.WriteStream,
  wanted: readonly LogLevel[],
  style = styleOf(stream),
): winston.transport {
  return new winston.transports.Stream({
    stream,
    eol: '\n',
    format: lineOf((entry) => consoleLine(entry, style), wanted),
  });
}

export function createLog(options: LogOptions): DaemonLog {
  const stream = options.console ?? process.stdout;
  const errorStream = options.console ?? process.stderr;
  const redactor = createRedactor();
  const ring: LogEntry[] = [];
  const listeners = new Set<(entry: LogEntry) => void>();
  let level = options.level;
  let closed = false;

  const file =
    options.folder === undefined ? null : rotatingLogFile(options.folder, (sentence) => area('log').warn(sentence));
  const diary = winston.createLogger({
    levels: Object.fromEntries(levels.map((name, rank) => [name, rank])),
    level: 'debug',
    transports: [
      consoleTransport(stream, levels.slice(1), options.style),
      consoleTransport(errorStream, ['error'], options.style),
      ...(file === null
        ? []
        : [new winston.transports.Stream({ stream: file, eol: '\n', format: lineOf(fileLine, levels) })]),
    ],
    exitOnError: false,
  });

  function record(entryLevel: LogLevel, name: string, text: string): void {
    if (closed || levels.indexOf(entryLevel) > levels.indexOf(level)) return;
    const entry: LogEntry = {
      time: new Date().toISOString(),
      level: entryLevel,
      area: name,
      message: oneLine(redactor.clean(text)),
    };
    ring.push(entry);
    if (ring.length > ringSize) ring.shift();
    diary.write({ ...entry });
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
      const wanted = ring.filter((entry) => levels.indexOf(entry.level) <= levels.indexOf(least));
      return wanted.slice(Math.max(0, wanted.length - Math.max(0, lines))).reverse();
    },
    onEntry(call) {
      listeners.add(call);
      return () => void listeners.delete(call);
    },
    redact: redactor.add,
    async close() {
      if (closed) return;
      closed = true;
      await new Promise<void>((resolve) => {
        diary.once('finish', resolve);
        diary.end();
      });
      file?.end();
    },
  };
}
