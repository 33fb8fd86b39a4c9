import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { processEnvironment } from '../../../workers/base/async/process-environment.js';

/** Returns the first line that a program prints about its version; undefined if it does not run. */
export async function versionOfProgram(program: string, option: string): Promise<string | undefined> {
  try {
    const options = { timeout: 10_000, maxBuffer: 1 << 20, windowsHide: true, env: processEnvironment() };
    const { stdout } = await promisify(execFile)(program, [option], options);
    return `${program}, ${(stdout.split('\n')[0] ?? '').slice(0, 120).trim()}`;
  } catch {
    return undefined;
  }
}
