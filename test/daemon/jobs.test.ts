/** Work side by side, and the gate that it waits at. */
import { expect, it } from '@jest/globals';
import { createEvents } from '../../daemon/events.js';
import { Jobs, libraryKinds, type JobDescription } from '../../daemon/jobs.js';

const job: JobDescription = { kind: 'edit', title: 'An edit', oid: null };
/** What may not begin has had the time to. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
function deferred() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

it('a closed gate holds back what a job has woken, however that came about', async () => {
  const jobs = new Jobs(createEvents(), 2);
  const begun: string[] = [];
  const [woken, end] = [deferred(), deferred()];
  const running = jobs.run(job, async () => {
    setTimeout(() => {
      jobs.run(job, async () => void begun.push('by a timer')).catch(() => undefined);
      woken.resolve();
    }, 60);
    await end.promise;
  });
  await turn();
  const paused = jobs.pause();
  await woken.promise;
  await jobs.run({ ...job, nested: true }, async () => void begun.push('waited for'));
  await turn();
  end.resolve();
  await running;
  const open = await paused;
  await turn();
  expect(begun).toEqual(['waited for']);
  open();
  await turn();
  expect(begun).toEqual(['waited for', 'by a timer']);
});

it('a job that a running one waits for is not held up in its lane by one at the gate', async () => {
  const jobs = new Jobs(createEvents(), 2);
  const [first, outer] = [deferred(), deferred()];
  const done: string[] = [];
  const inLane = jobs.run({ ...job, lane: 'album:x' }, () => first.promise);
  const later = jobs.run({ ...job, lane: 'album:x' }, async () => void done.push('later'));
  const running = jobs.run({ ...job, kind: 'import' }, async () => {
    await outer.promise;
    await jobs.run({ ...job, lane: 'album:x', nested: true }, async () => void done.push('nested'));
  });
  await turn();
  const paused = jobs.pause({ ms: 5_000 });
  outer.resolve();
  first.resolve();
  const open = await paused;
  expect(done).toEqual(['nested']);
  open();
  await Promise.all([inLane, later, running]);
  expect(done).toEqual(['nested', 'later']);
});

it('a gate that closes again while a job comes through the last one holds it', async () => {
  const jobs = new Jobs(createEvents(), 2);
  let begun = false;
  const open = await jobs.pause();
  const waiting = jobs.run(job, async () => void (begun = true));
  open();
  const again = await jobs.pause();
  await turn();
  expect(begun).toBe(false);
  again();
  await waiting;
});

it('is closed for the kinds that are meant, and for one who closes it at a time', async () => {
  const jobs = new Jobs(createEvents(), 2);
  const open = await jobs.pause({ kinds: libraryKinds });
  await jobs.run({ ...job, kind: 'papers' }, () => Promise.resolve());
  await expect(jobs.pause({ ms: 0 })).rejects.toMatchObject({ code: 'not_now' });
  const second = jobs.pause();
  let isSecond = false;
  void second.then(() => (isSecond = true));
  await turn();
  expect(isSecond).toBe(false);
  open();
  (await second)();
});

it('as many splits at once as there are places for edits come to their end', async () => {
  const jobs = new Jobs(createEvents(), 2);
  const places = 50;
  const isFull = deferred();
  let begun = 0;
  const split = (n: number): Promise<string> =>
    jobs.run({ ...job, lane: `album:${n}` }, async () => {
      if (++begun === places) isFull.resolve();
      await isFull.promise;
      return jobs.run({ ...job, lane: `album:new ${n}`, nested: true }, () => Promise.resolve('done'));
    });
  const all = Promise.all(Array.from({ length: places }, (_, n) => split(n)));
  const ended = await Promise.race([
    all,
    turn()
      .then(turn)
      .then(() => 'They wait for each other.'),
  ]);
  expect(ended).toEqual(Array.from({ length: places }, () => 'done'));
});
