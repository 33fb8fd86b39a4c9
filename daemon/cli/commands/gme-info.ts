import { readGmeFile } from '../../../workers/build/read-gme.js';
import { describeGme, factsOfGme } from '../../../workers/gme/describe.js';
import { checksumOf, readGme } from '../../../workers/gme/read.js';
import { exitCodes } from '../exit-codes.js';
import type { Command } from '../invocation.js';

/** Exits with 1 if the checksum is wrong. */
export const printGmeInfo: Command = async ({ operands: [path = ''], options, print }) => {
  using file = readGmeFile(path);
  const gme = readGme(file);
  const actual = checksumOf(file);
  if (options.json) print(JSON.stringify(factsOfGme(gme, actual), null, 2));
  else for (const line of describeGme(gme, actual)) print(line);
  return actual === gme.checksum.stored ? exitCodes.done : exitCodes.failed;
};
