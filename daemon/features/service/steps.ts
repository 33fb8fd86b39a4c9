import { execFile, spawn } from 'node:child_process';
import type { Answer, ServiceManager, Step } from './manager.js';

/** Milliseconds. Restarting a unit waits for the old daemon to stop. */
const longestStep = 30_000;
/** Milliseconds. A unit has five minutes to start. */
const longestStart = 330_000;

/** Returns the exit code and both output streams, standard error last. */
export function runStep({ words: [program, ...words], starts = false }: Step): Promise<Answer> {
  return new Promise((resolve) => {
    const environment = { ...process.env, LC_ALL: 'C' };
    const timeout = starts ? longestStart : longestStep;
    execFile(program, words, { timeout, env: environment }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
      resolve({
        code,
        output: code === undefined && error !== null && stderr === '' ? error.message : `${stdout}${stderr}`,
      });
    });
  });
}

/** Runs a step with this program's input and output. Returns its exit code; undefined if it cannot be started. */
export function showStep({ words: [program, ...words] }: Step): Promise<number | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: 'inherit' });
    child.once('error', () => resolve(undefined));
    child.once('exit', (code) => resolve(code ?? 0));
  });
}

export const stepText = ({ words }: Step): string =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');

export interface StepProblem {
  step: Step;
  reason: string;
}

/** Runs steps until one fails that must not. Returns it with the reason. */
export async function runSteps(steps: readonly Step[]): Promise<StepProblem | undefined> {
  for (const step of steps) {
    const { code, output } = await runStep(step);
    if (code !== 0 && !step.mayFail)
      return { step, reason: output.trim().split('\n')[0] || `it ended with code ${code}` };
  }
  return undefined;
}

/** Lines that managers print at every failure. */
const ofNoUse = /^(Start(ing|ed)|Stopp(ing|ed)|Scheduled restart|Main process exited|Failed with result|Consumed)\b/;

/** Returns the last three lines of the service or of the manager about it: they show why it failed. */
export async function lastWords({ lastWords: step }: ServiceManager): Promise<string[]> {
  const { code, output } = await runStep(step);
  if (code !== 0) return [];
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('-- '));
  const plain = (line: string): string => line.replace(/^tonstift\.service: /, '');
  const useful = lines.filter((line) => !ofNoUse.test(plain(line)) && !line.startsWith('Failed to start'));
  return [...new Set(useful.map(plain))].slice(-3);
}
