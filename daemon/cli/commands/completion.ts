import { completionFor, shells, type Shell } from '../completion.js';
import { exitCodes } from '../exit-codes.js';
import type { Command } from '../invocation.js';
import { UsageError } from '../usage-error.js';

const isShell = (word: string | undefined): word is Shell => shells.some((shell) => shell === word);

/** Prints what a shell reads to complete commands and options. */
export const printCompletion: Command = async ({ operands: [shell], commands, print }) => {
  if (!isShell(shell)) throw new UsageError(`There is completion for ${shells.join(', ')}, not for ${shell}.`);
  print(completionFor(shell, commands).trimEnd());
  return exitCodes.done;
};
