import { expect, it } from '@jest/globals';
import { SharedLock } from '../../../../workers/base/async/shared-lock.js';

/** A task that ends when it is told to, and notes when it begins. */
function task(name: string, seen: string[]) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const run = async (): Promise<string> => {
    seen.push(name);
    await ended;
    return name;
  };
  return { run, end: () => end() };
}

const turns = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

it('lets many read, or one write, in the order of asking', async () => {
  const lock = new SharedLock();
  const seen: string[] = [];
  const [a, b, c, d, e] = [
    task('a', seen),
    task('b', seen),
    task('c', seen),
    task('d', seen),
    task('e', seen),
  ] as const;
  const all = [lock.read(a.run), lock.read(b.run), lock.write(c.run), lock.read(d.run), lock.write(e.run)];
  await turns();
  expect(seen).toEqual(['a', 'b']);
  b.end();
  await turns();
  expect(seen).toEqual(['a', 'b']);
  a.end();
  await turns();
  expect(seen).toEqual(['a', 'b', 'c']);
  c.end();
  await turns();
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
  d.end();
  await turns();
  e.end();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('goes on after a failure', async () => {
  const lock = new SharedLock();
  const fail = async (): Promise<never> => {
    throw new Error('no');
  };
  const failing = [lock.read(fail), lock.write(fail), lock.read(fail)];
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await lock.write(async () => 'written')).toBe('written');
});

it('lets a writer in while others read without a pause', async () => {
  const lock = new SharedLock();
  const seen: string[] = [];
  let current = task('first', seen);
  const reads = [lock.read(current.run)];
  let isWritten = false;
  const writing = lock.write(async () => void (isWritten = true));
  for (let i = 0; i < 10; i++) {
    const next = task(`${i}`, seen);
    reads.push(lock.read(next.run));
    current.end();
    current = next;
    await turns();
  }
  expect(isWritten).toBe(true);
  current.end();
  await Promise.all([...reads, writing]);
});
