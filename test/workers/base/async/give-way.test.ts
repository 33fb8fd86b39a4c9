/** A thread of heavy work lets the others go first. */
import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';

/** Nice values of the threads of this process (proc_pid_stat(5)). */
const nices = (): number[] =>
  readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  });

(process.platform === 'linux' ? it : it.skip)(
  'has a nice value of its own, and the others keep theirs (skipped elsewhere than on Linux)',
  async () => {
    const before = nices();
    const script = new URL('../../../../dist/workers/base/async/give-way.js', import.meta.url).href;
    const code = `import(${JSON.stringify(script)}).then(({ giveWay }) => {
      giveWay();
      require('node:worker_threads').parentPort.postMessage('nice');
      setInterval(() => undefined, 1000);
    });`;
    const thread = new Worker(code, { eval: true });
    await once(thread, 'message');
    const own = before[0] ?? 0;
    expect(nices().filter((nice) => nice === Math.min(19, own + 10))).toHaveLength(1);
    expect(nices().filter((nice) => nice === own).length).toBeGreaterThanOrEqual(before.length);
    await thread.terminate();
  },
);
