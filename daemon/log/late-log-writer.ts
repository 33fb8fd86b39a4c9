import type { LogPlaces, LogWriter } from './log-writer.js';

/** A writer that is loaded with the first entry: for commands, most of which have nothing to write. */
export function createLateLogWriter(places: LogPlaces, trouble: (sentence: string) => void): LogWriter {
  let writing: Promise<LogWriter> | undefined;
  const load = async (): Promise<LogWriter> => (await import('./log-writer.js')).createLogWriter(places, trouble);
  return {
    write(entry) {
      writing = (writing ?? load()).then((writer) => {
        writer.write(entry);
        return writer;
      });
    },
    close: async () => (await writing)?.close(),
  };
}
