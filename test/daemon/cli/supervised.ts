/** The program under a small script that starts it again, as systemd and launchd do by our units. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder, Sandbox } from './program.js';

/** After 75 and other failures, not after 0, 2 and 78. */
const script = `
while :; do
  TONSTIFT_RESTARTED_BY=script "$@"
  code=$?
  echo "ended $code"
  case $code in 0|2|78) exit $code;; esac
done`;

export interface Supervised {
  /** What all runs have printed. */
  said: () => string;
  /** Process id of the run at present. */
  pid: () => number;
  /** The exit code of the script. */
  ended: Promise<number | null>;
  /** Script and program, where they have not ended by themselves. */
  clear: () => Promise<void>;
}

/** The port is in the file, so that it can be another one after a restart. */
export async function supervise(port: number): Promise<Supervised> {
  const sandbox = new Sandbox();
  await sandbox.run(['--home=h', 'config', 'set', 'port', String(port)]);
  const words = [process.execPath, join(packageFolder, 'dist', 'daemon', 'main.js'), '--home=h', '--pen-detect=false'];
  const { PATH = '' } = process.env;
  const child = spawn('sh', ['-c', script, 'sh', ...words], {
    cwd: sandbox.folder,
    env: { PATH, HOME: sandbox.folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, which can be ended as a whole.
    detached: true,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    said: () => text,
    pid: () => (JSON.parse(readFileSync(join(sandbox.folder, 'h', 'daemon.lock'), 'utf8')) as { pid: number }).pid,
    ended,
    async clear() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL');
      await ended;
      await sandbox.clear();
    },
  };
}
