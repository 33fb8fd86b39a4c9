import { readGmeFile } from '../../../workers/build/read-gme.js';
import { dumpGme } from '../../../workers/gme/describe.js';
import { readGme } from '../../../workers/gme/read.js';
import { exitCodes } from '../exit-codes.js';
import type { Command } from '../invocation.js';

export const printGmeDump: Command = async ({ operands: [path = ''], print }) => {
  using file = readGmeFile(path);
  for (const line of dumpGme(readGme(file))) print(line);
  return exitCodes.done;
};
