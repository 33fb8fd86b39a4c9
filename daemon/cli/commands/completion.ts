import { completionFor, shells, type Shell } from '../completion.js';
import { exitCodes } from '../exit-codes.js';
import type { Command } from '../invocation.js';
import { UsageError } from '../usage-error.js';

const isShell = (word: string | undefined): word is Shell => shells.some((shell) => shell === word);

export const printCompletion: Command = async ({ operands: [shell], commands, print }) => {
  if (!isShell(shell)) throw new UsageError(`Completion supports ${shells.join(', ')}, not ${shell}.`);
  print(completionFor(shell, commands).trimEnd());
  return exitCodes.done;
};
