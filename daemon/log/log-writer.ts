/** Writes log entries to the console or the journal, and to a rotated file. */
import { fstatSync } from 'node:fs';
import winston from 'winston';
import { logLevels, type LogEntry, type LogLevel } from '../../http/resources/logs/service.js';
import { rotatingLogFile } from './log-file.js';

/** `journal` has the priority before the line and no time, as the systemd journal expects. */
type ConsoleStyle = 'plain' | 'colour' | 'journal';

export interface LogPlaces {
  /** Folder of the rotated file; without it, no file is written. */
  folder?: string;
  /** Default: standard output, and standard error for errors. */
  console?: NodeJS.WriteStream;
  /** Default: depends on the console. */
  style?: ConsoleStyle;
  /** `json`: one object a line, in the file and on the console. */
  format?: 'text' | 'json';
}

export interface LogWriter {
  write(entry: LogEntry): void;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

const colours: Readonly<Record<LogLevel, number>> = { error: 31, warn: 33, info: 32, debug: 90 };
/** sd-daemon(3) */
const priorities: Readonly<Record<LogLevel, number>> = { error: 3, warn: 4, info: 6, debug: 7 };

/** @param trouble called with a sentence if the file cannot be written */
export function createLogWriter(
  { folder, console: given, style, format = 'text' }: LogPlaces,
  trouble: (sentence: string) => void,
): LogWriter {
  const file = folder === undefined ? null : rotatingLogFile(folder, trouble);
  const logger = winston.createLogger({
    levels: Object.fromEntries(logLevels.map((name, rank) => [name, rank])),
    level: 'debug',
    transports: [
      consoleTransport(given ?? process.stdout, logLevels.slice(1), { style, format }),
      consoleTransport(given ?? process.stderr, ['error'], { style, format }),
      ...(file === null ? [] : [transport(file, format === 'json' ? jsonLine : fileLine, logLevels)]),
    ],
    exitOnError: false,
  });
  return {
    write: (entry) => void logger.write({ ...entry }),
    async close() {
      await new Promise<void>((resolve) => {
        logger.once('finish', resolve);
        logger.end();
      });
      file?.end();
    },
  };
}

function consoleTransport(
  stream: NodeJS.WriteStream,
  wanted: readonly LogLevel[],
  { style = styleOf(stream), format }: Pick<LogPlaces, 'style' | 'format'>,
): winston.transport {
  const line = (entry: LogEntry): string => {
    if (format !== 'json') return consoleLine(entry, style);
    // The journal removes the priority, and the rest is JSON.
    return `${style === 'journal' ? `<${priorities[entry.level]}>` : ''}${jsonLine(entry)}`;
  };
  return transport(stream, line, wanted);
}

function transport(
  stream: NodeJS.WritableStream,
  line: (entry: LogEntry) => string,
  wanted: readonly LogLevel[],
): winston.transport {
  const text = winston.format.printf((entry) => line(entry as unknown as LogEntry));
  const only = winston.format((entry) => wanted.includes(entry.level as LogLevel) && entry);
  return new winston.transports.Stream({ stream, eol: '\n', format: winston.format.combine(only(), text) });
}

/** systemd sets JOURNAL_STREAM to device and inode of the journal's socket; a redirected stream has other numbers. */
function styleOf(stream: NodeJS.WriteStream & { fd?: number }): ConsoleStyle {
  const { JOURNAL_STREAM: journal, NO_COLOR: noColour, TERM: terminal } = process.env;
  if (journal !== undefined && stream.fd !== undefined) {
    try {
      const { dev, ino } = fstatSync(stream.fd);
      if (journal === `${dev}:${ino}`) return 'journal';
    } catch {
      /* A closed stream is not the journal. */
    }
  }
  return stream.isTTY && !noColour && terminal !== 'dumb' ? 'colour' : 'plain';
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

/** winston adds symbols to an entry, and other programs rely on the order of these names. */
const jsonLine = ({ time, level, area, message }: LogEntry): string => JSON.stringify({ time, level, area, message });

const fileLine = ({ time, level, area, message }: LogEntry): string => `${time} ${level.padEnd(5)} ${area}: ${message}`;
