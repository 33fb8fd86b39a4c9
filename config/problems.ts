/** What is wrong with a configuration: all of it at once. */

export interface ConfigProblem {
  /** Name of the field, or null where the whole file is meant. */
  field: string | null;
  /** Where the value came from, as a person would look for it: `--port`, `TONSTIFT_PORT`, `port in …/config.json`. */
  source: string;
  /** Predicate with its full stop: `must be true or false, not "maybe".` */
  what: string;
  /** Of a change that was made from a value which is not the saved one any more: what is saved now, secrets masked. */
  savedNow?: { value: unknown };
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly ConfigProblem[]) {
    super(problems.map(problemSentence).join(' '));
  }

  /** One sentence per field. */
  get fields(): Record<string, string> {
    return sentencesByField(this.problems);
  }
}

export function sentencesByField(problems: readonly ConfigProblem[]): Record<string, string> {
  const sentences: Record<string, string> = {};
  for (const { field, what } of problems) {
    const name = field ?? 'file';
    sentences[name] = sentences[name] === undefined ? what : `${sentences[name]} ${what}`;
  }
  return sentences;
}

export const problemSentence = ({ source, what }: ConfigProblem): string => `${source} ${what}`;
