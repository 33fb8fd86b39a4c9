import { silentLog, type Log } from '../../workers/base/ports.js';

/** A log that keeps its sentences of these levels. */
export function recordedLog(...levels: readonly ('debug' | 'info' | 'warn' | 'error')[]) {
  const logged: string[] = [];
  const note = (sentence: string): void => void logged.push(sentence);
  const log: Log = { ...silentLog, ...Object.fromEntries(levels.map((level) => [level, note])) };
  return { log, logged };
}
