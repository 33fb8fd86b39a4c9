import { resolve } from 'node:path';
import { TonstiftError } from '../../../../workers/base/errors.js';
import { dpiRange, scanPicture } from '../../../../workers/features/try/scan/scan.js';
import { exitCodes } from '../../../cli/exit-codes.js';
import type { Command } from '../../../cli/invocation.js';
import { jsonOf, textOf } from './report.js';
import { UsageError } from '../../../cli/usage-error.js';

/**
 * Reads one picture after the other. An unreadable picture does not stop the rest. Exits with 1 if a picture has no
 * code or cannot be read.
 */
export const readPictures: Command = async ({ operands, options, print, complain }) => {
  const dpi = options.dpi === undefined ? undefined : readDpi(options.dpi);
  let isAllRead = true;
  for (const [n, path] of operands.entries()) {
    try {
      const findings = await scanPicture(resolve(path), { ...(dpi === undefined ? {} : { dpi }) });
      if (findings.codes.length === 0) isAllRead = false;
      if (options.json) print(jsonOf(path, findings));
      else for (const line of textOf(path, findings, n > 0)) print(line);
    } catch (error) {
      if (!(error instanceof TonstiftError)) throw error;
      isAllRead = false;
      complain(`tonstift: ${path}: ${error.message}`);
    }
  }
  return isAllRead ? exitCodes.done : exitCodes.failed;
};

function readDpi(given: string): number {
  const dpi = Number(given);
  if (/^\d+(\.\d+)?$/.test(given) && dpi >= dpiRange.least && dpi <= dpiRange.most) return dpi;
  const range = `from ${dpiRange.least} to ${dpiRange.most}`;
  throw new UsageError(`--dpi must be a number ${range}, not ${JSON.stringify(given)}.`, 'Such as --dpi=600.');
}
