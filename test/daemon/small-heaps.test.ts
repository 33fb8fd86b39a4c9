import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = new URL('../../dist/daemon/small-heaps.js', import.meta.url).href;

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

/** How often a heap is looked through as a whole while work makes much, and keeps some of it for a while. */
async function collections(act: string): Promise<number> {
  const program = `
    import { PerformanceObserver } from 'node:perf_hooks';
    import { keepHeapsSmall, withLargeHeaps } from ${JSON.stringify(script)};
    let collections = 0;
    const isWhole = ({ detail }) => detail.kind === 4;
    const observer = new PerformanceObserver((list) => (collections += list.getEntries().filter(isWhole).length));
    observer.observe({ entryTypes: ['gc'] });
    const work = async () => {
      const kept = [];
      for (let n = 0; n < 3000; n++) {
        kept[n % 1000] = Array.from({ length: 1500 }, (_, at) => ({ at: at + n }));
        if (n % 100 === 0) await new Promise(setImmediate);
      }
      return kept.length;
    };
    keepHeapsSmall();
    if ((await (async () => { ${act} })()) !== 1000) throw new Error('it answers otherwise');
    await new Promise((done) => setTimeout(done, 50));
    console.log(collections);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
  return Number(stdout);
}

it('lets heaps grow while a large work is done, and no longer', async () => {
  const within = await collections('return withLargeHeaps(work);');
  expect(await collections('return work();')).toBeGreaterThan(2 * within);
  expect(await collections('await withLargeHeaps(async () => 0); return work();')).toBeGreaterThan(2 * within);
});
