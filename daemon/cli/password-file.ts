/** The password apart from the command line, which everyone on the machine can read. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf } from '../../workers/base/errors.js';
import { urlSecrets } from '../../workers/base/text/url-secrets.js';
import { UsageError } from './usage-error.js';

/**
 * The first line. @throws UsageError where it cannot be read, or is empty
 * @param complain hears that others may read it
 */
export function readPasswordFile(path: string, complain: (line: string) => void): string {
  try {
    const [line = ''] = readFileSync(path, 'utf8').split(/\r?\n/, 1);
    if (line === '') throw new Error('its first line is empty');
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
      complain(`Others may read ${resolve(path)}. Type: chmod 600 ${JSON.stringify(resolve(path))}`);
    return line;
  } catch (thrown) {
    throw new UsageError(`The file of --password-file cannot be used: ${messageOf(thrown)}.`);
  }
}

/**
 * Takes the arguments away from what `ps` shows where a secret is among them; for a moment it stood there.
 * @returns a sentence about it, where there is one
 */
export function hideSecrets(words: readonly string[]): string | undefined {
  const option = words.find((word) => /^--(password|llm-backend-auth-token)(=|$)/.test(word))?.split('=', 1)[0];
  const address = words.some((word) => urlSecrets(word.replace(/^--[a-z-]+=/, '')).length > 0);
  if (option === undefined && !address) return undefined;
  process.title = 'tonstift';
  const secret = option ?? 'A password or key in an address';
  const instead = option === '--password' ? 'Use --password-file, or type "tonstift password" once' : 'Use the file';
  return `${secret} could be seen by everyone on this machine while the program started. ${instead}.`;
}
