/** The problems of a configuration, reported all at once. */
import type { Words } from '../workers/base/language/sentence.js';

export interface ConfigProblem {
  /** Name of the field, or null for the whole file. */
  field: string | null;
  /** The source of the value, in the user's words: `--port`, `TONSTIFT_PORT`, `port in …/config.json`. */
  source: string;
  /** Predicate with its full stop: `must be true or false, not "maybe".` */
  what: Words;
  /** Set if the change is based on an outdated value: the saved value, with secrets masked. */
  savedNow?: { value: unknown };
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly ConfigProblem[]) {
    super(problems.map(problemSentence).join(' '));
  }

  /** One sentence or more per field, in English. */
  get fields(): Record<string, string> {
    const sentences: Record<string, string> = {};
    for (const { field, what } of this.problems) {
      const name = field ?? 'file';
      sentences[name] = sentences[name] === undefined ? String(what) : `${sentences[name]} ${String(what)}`;
    }
    return sentences;
  }
}

export const problemSentence = ({ source, what }: ConfigProblem): string => `${source} ${String(what)}`;
