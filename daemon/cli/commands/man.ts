import { usualPlaces } from '../../../config/document.js';
import { exitCodes } from '../exit-codes.js';
import type { Command } from '../invocation.js';
import { manPage } from '../man-page.js';

export const printManual: Command = async ({ commands, version, print }) => {
  print(manPage(version, usualPlaces, commands).trimEnd());
  return exitCodes.done;
};
