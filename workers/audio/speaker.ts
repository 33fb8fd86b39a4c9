/** Speaks a text with espeak-ng, or with another program that takes the same options. */
import { spawn } from 'node:child_process';
import { processEnvironment } from '../base/async/process-environment.js';
import { systemCodeOf, TonstiftError } from '../base/errors.js';
import { say } from '../base/language/sentence.js';

export interface Speaker {
  /**
   * Writes what is spoken as WAV.
   * @param voice a voice of the program, such as `de`
   * @throws TonstiftError `build_failed`; the signal's reason
   */
  speak(text: string, voice: string, target: string, signal?: AbortSignal): Promise<void>;
}

/** Milliseconds. A title takes a fraction of a second. */
const patience = 60_000;

/** @param configured returns the current program; '' for espeak-ng on the PATH */
export const createSpeaker = (configured: () => string): Speaker => ({
  async speak(text, voice, target, signal) {
    const program = configured() || 'espeak-ng';
    const failed = (why: unknown): TonstiftError =>
      new TonstiftError('build_failed', say('error.speaker', { program, why: String(why) }));
    await new Promise<void>((resolve, reject) => {
      const child = spawn(program, ['-v', voice, '-w', target, '--stdin'], {
        ...{ stdio: ['pipe', 'ignore', 'pipe'], timeout: patience, killSignal: 'SIGKILL', windowsHide: true },
        ...{ env: processEnvironment(), ...(signal && { signal }) },
      });
      let said = '';
      child.on('error', (error) => {
        if (signal?.aborted === true) return reject(signal.reason as Error);
        reject(systemCodeOf(error) === 'ENOENT' ? failed(say('error.speaker_missing')) : failed(error.message));
      });
      // A program that it started may keep the pipe open.
      child.on('exit', () => void setTimeout(() => child.stderr?.destroy(), 1000).unref());
      child.on('close', (code, killedBy) => {
        if (code === 0) resolve();
        else reject(failed(said.trim() || (killedBy ?? `exit ${code}`)));
      });
      // Both pipes are missing if the process could not be started. It may end before it reads the text.
      child.stderr?.setEncoding('utf8').on('data', (more: string) => (said = (said + more).slice(0, 300)));
      child.stdin?.on('error', () => undefined).end(text);
    });
  },
});
