/** Reads the password from a file, because everyone on the machine can read a command line. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf } from '../../workers/base/errors.js';
import { urlSecrets } from '../../workers/base/text/url-secrets.js';
import { UsageError } from './usage-error.js';

/**
 * Returns the first line of the file.
 * @throws UsageError if the file is unreadable or its first line is empty
 * @param complain called if other users can read the file
 */
export function readPasswordFile(path: string, complain: (line: string) => void): string {
  try {
    const [line = ''] = readFileSync(path, 'utf8').split(/\r?\n/, 1);
    if (line === '') throw new Error('its first line is empty');
    if ((statSync(path).mode & 0o077) !== 0)
      complain(`Other users can read ${resolve(path)}. Type: chmod 600 ${JSON.stringify(resolve(path))}`);
    return line;
  } catch (thrown) {
    throw new UsageError(`Cannot use the file of --password-file: ${messageOf(thrown)}.`);
  }
}

/**
 * Hides the arguments from `ps` if they contain a secret. They were visible for a moment.
 * @returns a warning, or undefined
 */
export function hideSecrets(words: readonly string[]): string | undefined {
  const option = words.find((word) => /^--(password|llm-backend-auth-token)(=|$)/.test(word))?.split('=', 1)[0];
  const address = words.some((word) => urlSecrets(word.replace(/^--[a-z-]+=/, '')).length > 0);
  if (option === undefined && !address) return undefined;
  process.title = 'tonstift';
  const secret = option ?? 'a password or key in an address';
  const instead = option === '--password' ? 'Use --password-file, or type "tonstift password" once' : 'Use the file';
  return `Everyone on this machine could see ${secret} while the program started. ${instead}.`;
}
