/** A thread of heavy work lets the others go first. */
import { expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { once } from 'node:events';

/** Nice values of the threads of this process by id (proc_pid_stat(5)). A thread may end meanwhile. */
const nices = (): Map<string, number> =>
  new Map(
    readdirSync('/proc/self/task').flatMap((id): [string, number][] => {
      const path = `/proc/self/task/${id}/stat`;
      if (!existsSync(path)) return [];
      const stat = readFileSync(path, 'utf8');
      return [[id, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])]];
    }),
  );

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
    const own = before.get(String(process.pid)) ?? 0;
    const after = [...nices()];
    const nicer = after.filter(([id, nice]) => !before.has(id) && nice === Math.min(19, own + 10));
    expect(nicer).toHaveLength(1);
    for (const [id, nice] of after) if (before.has(id)) expect(nice).toBe(before.get(id));
    await thread.terminate();
  },
);
