import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = new URL('../../../dist/daemon/cli/small-heaps.js', import.meta.url).href;

/** Kilobytes of the young generation of a thread that makes garbage, in a process of its own. */
async function youngGeneration(before: string): Promise<number> {
  const thread = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { parentPort } from 'node:worker_threads';
    const made = [];
    for (let n = 0; n < 3e6; n++) made[n % 100_000] = { n };
    const space = getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
    parentPort.postMessage(space.space_size);`;
  const program = `
    import { Worker } from 'node:worker_threads';
    import { keepHeapsSmall } from ${JSON.stringify(script)};
    ${before}
    const options = { eval: true, resourceLimits: { maxYoungGenerationSizeMb: 3 } };
    new Worker(${JSON.stringify(thread)}, options).on('message', (size) => console.log(size));`;
  const words = ['--max-semi-space-size=16', '--input-type=module', '-e', program];
  const { stdout, stderr } = await run(process.execPath, words);
  expect(stderr).toBe('');
  return Number(stdout) / 1024;
}

it('gives threads no larger young generation than they ask for, whatever the main thread has', async () => {
  expect(await youngGeneration('')).toBeGreaterThan(8_000);
  expect(await youngGeneration('keepHeapsSmall();')).toBeLessThanOrEqual(2_048);
});

it('lets heaps grow while a large work is done, and no longer', async () => {
  const program = `
    import { getHeapStatistics } from 'node:v8';
    import { keepHeapsSmall, withLargeHeaps } from ${JSON.stringify(script)};
    let collections = 0;
    const { PerformanceObserver } = await import('node:perf_hooks');
    const isWhole = ({ detail }) => detail.kind === 4;
    const observer = new PerformanceObserver((list) => (collections += list.getEntries().filter(isWhole).length));
    observer.observe({ entryTypes: ['gc'] });
    // Much that is made, of which some megabytes are kept for a while.
    const work = async () => {
      const kept = [];
      for (let n = 0; n < 3000; n++) {
        kept[n % 1000] = Array.from({ length: 1500 }, (_, at) => ({ at: at + n }));
        if (n % 100 === 0) await new Promise(setImmediate);
      }
      return kept.length;
    };
    const count = async (act) => {
      collections = 0;
      if ((await act()) !== 1000) throw new Error('it answers otherwise');
      await new Promise((done) => setTimeout(done, 50));
      return collections;
    };
    keepHeapsSmall();
    console.log(JSON.stringify([await count(work), await count(() => withLargeHeaps(work)), await count(work)]));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
  const [before, within, after] = JSON.parse(stdout) as [number, number, number];
  expect(within).toBeLessThan(before / 2);
  expect(after).toBeGreaterThan(within);
});
