import { dumpGme } from '../../workers/gme/describe.js';
import { readGme } from '../../workers/gme/read.js';
import { exitCodes } from '../exit-codes.js';
import { withGmeFile } from './gme-file.js';
import type { Command } from './invocation.js';

export const printGmeDump: Command = async ({ operands: [path = ''], print }) =>
  withGmeFile(path, (source) => {
    for (const line of dumpGme(readGme(source))) print(line);
    return exitCodes.done;
  });
