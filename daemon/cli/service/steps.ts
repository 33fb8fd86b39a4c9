import { execFile, spawn } from 'node:child_process';
import type { Answer, ServiceManager, Step } from './manager.js';

/** Milliseconds; the restart of a unit waits for the old daemon to end. */
const longestStep = 30_000;
/** A unit is given five minutes to start. */
const longestStart = 330_000;

/** Output is both streams, the error stream last. */
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

/** With this program's own input and output. Answers its exit code, undefined where it cannot be started. */
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

/** Stops at the first step that fails and must not; answers it with the reason. */
export async function runSteps(steps: readonly Step[]): Promise<StepProblem | undefined> {
  for (const step of steps) {
    const { code, output } = await runStep(step);
    if (code !== 0 && !step.mayFail)
      return { step, reason: output.trim().split('\n')[0] || `it ended with code ${code}` };
  }
  return undefined;
}

/** What managers say of every failure. */
const ofNoUse = /^(Start(ing|ed)|Stopp(ing|ed)|Scheduled restart|Main process exited|Failed with result|Consumed)\b/;

/** The last of what the service, or the manager about it, has said: why it failed. At most so many lines. */
export async function lastWords({ lastWords: step }: ServiceManager, most = 3): Promise<string[]> {
  const { code, output } = await runStep(step);
  if (code !== 0) return [];
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('-- '));
  const plain = (line: string): string => line.replace(/^tonstift\.service: /, '');
  const useful = lines.filter((line) => !ofNoUse.test(plain(line)) && !line.startsWith('Failed to start'));
  return [...new Set(useful.map(plain))].slice(-most);
}
