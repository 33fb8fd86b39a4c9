import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import {
  isLongPassword,
  isShortPassword,
  longestPassword,
  shortestPassword,
} from '../../../workers/base/password-hash.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { exitCodes } from '../exit-codes.js';
import type { Command } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { changeByDaemon, explainVariable } from './config-set.js';

/** Asks twice on the terminal without echo, or reads the first line of standard input. */
export const setPassword: Command = async (invocation) => {
  const password = process.stdin.isTTY ? await askedTwice() : await firstLine();
  if (isShortPassword(password))
    throw new TonstiftError('bad_field', `A password must be at least ${shortestPassword} characters long.`);
  if (isLongPassword(password))
    throw new TonstiftError('bad_field', `A password must be at most ${longestPassword} characters long.`);
  // Includes the new password, because a host that other computers reach is invalid without one.
  const settings = await loadSettings({ ...invocation, flags: { ...invocation.flags, password } });
  if ((await changeByDaemon(invocation, settings, { password })) === undefined) await settings.update({ password });
  invocation.print(`Saved the hash of the password in ${settings.places.configFile}.`);
  explainVariable(invocation, 'password');
  return exitCodes.done;
};

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
}

async function askedTwice(): Promise<string> {
  const [first, second] = [await unseen('New password: '), await unseen('Repeat: ')];
  if (first !== second) throw new TonstiftError('bad_field', 'The two passwords differ. The password was not changed.');
  return first;
}

async function unseen(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
