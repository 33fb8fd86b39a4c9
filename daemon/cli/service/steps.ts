import { execFile } from 'node:child_process';
import type { Answer, Step } from './manager.js';

/** Milliseconds; the restart of a unit waits for the old daemon to end. */
const longestStep = 30_000;

/** Output is both streams, the error stream last. */
export function runStep({ words: [program, ...words] }: Step): Promise<Answer> {
  return new Promise((resolve) => {
    const environment = { ...process.env, LC_ALL: 'C' };
    execFile(program, words, { timeout: longestStep, env: environment }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
      resolve({
        code,
        output: code === undefined && error !== null && stderr === '' ? error.message : `${stdout}${stderr}`,
      });
    });
  });
}

export const stepText = ({ words }: Step): string =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');

/** Stops at the first step that fails and must not; answers it with the reason. */
export async function runSteps(steps: readonly Step[]): Promise<{ step: Step; reason: string } | undefined> {
  for (const step of steps) {
    const { code, output } = await runStep(step);
    if (code !== 0 && !step.mayFail)
      return { step, reason: output.trim().split('\n')[0] || `it ended with ${code ?? 'no code'}` };
  }
  return undefined;
}
