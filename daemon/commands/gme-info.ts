import { describeGme } from '../../workers/gme/describe.js';
import { checksumOf, readGme } from '../../workers/gme/read.js';
import { exitCodes } from '../exit-codes.js';
import { withGmeFile } from './gme-file.js';
import type { Command } from './invocation.js';

/** Ends with 1 where the checksum is wrong. */
export const printGmeInfo: Command = async ({ operands: [path = ''], print }) =>
  withGmeFile(path, (source) => {
    const gme = readGme(source);
    const actual = checksumOf(source);
    for (const line of describeGme(gme, actual)) print(line);
    return actual === gme.checksum.stored ? exitCodes.done : exitCodes.failed;
  });
