/** The parser of arguments, with the commands of all features. */
import { parseArguments as parseWith, type Arguments } from '../../../daemon/cli/arguments.js';
import { UsageError } from '../../../daemon/cli/usage-error.js';
import { allCommands } from '../../support/features.js';

export const parseArguments = (words: readonly string[]): Arguments => parseWith(words, allCommands);

/** Returns the error for these words, or `none` if they are accepted. */
export function problem(...words: string[]): string {
  try {
    parseArguments(words);
  } catch (error) {
    if (error instanceof UsageError) return `${error.message} ${error.hint}`;
    throw error;
  }
  return 'none';
}
