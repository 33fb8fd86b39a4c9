/** The problems of the papers follow events at once, and the database when a run has ended. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createEvents, type EventBus } from '../../../daemon/events.js';
import { PaperProblems } from '../../../daemon/papers/paper-problems.js';
import type { PaperStatus } from '../../../http/papers/papers/service.js';
import { silentLog } from '../../../workers/base/ports.js';
import { manualClock, type ManualClock } from '../../support/manual-clock.js';

let clock: ManualClock;
let events: EventBus;
let problems: PaperProblems;
let asked = 0;
let changes = 0;
let papers: Partial<PaperStatus>;
let query: Promise<void> | undefined;

beforeEach(() => {
  [clock, events, asked, changes, papers] = [manualClock(), createEvents(), 0, 0, {}];
  query = undefined;
  problems = new PaperProblems({
    status: async () => {
      asked += 1;
      const none = { problem: null, failed: 0, failures: [], elsewhere: 0, lost: 0, other_model: null };
      const answer = { ...none, ...papers } as unknown as PaperStatus;
      await query;
      return answer;
    },
    changed: () => void (changes += 1),
    events,
    clock,
    log: silentLog,
  });
  problems.start();
});
afterEach(() => problems.stop());

const pass = async (ms: number): Promise<void> => {
  clock.advance(ms);
  for (let n = 0; n < 5; n++) await new Promise(setImmediate);
};

it('lists what stops a run at once, and rejected papers when a run has ended', async () => {
  await pass(2000);
  expect(asked).toBe(1);
  for (let n = 0; n < 50; n++)
    events.emit('papers.changed', { state: 'embedding', problem: null, fact: null, progress: { done: n, total: 50 } });
  await pass(2000);
  expect(asked).toBe(1);
  events.emit('papers.changed', { state: 'waiting', problem: 'The server is away.', fact: null, progress: null });
  expect(problems.list().map(({ reason }) => reason)).toEqual(['The server is away.']);
  papers = { failed: 2, failures: [{ uid: 'a', title: 'On Pens', reason: 'too long' }] };
  for (let n = 0; n < 5; n++)
    events.emit('papers.changed', { state: 'idle', problem: null, fact: null, progress: null });
  await pass(2000);
  expect(problems.list().map(({ what }) => String(what))).toEqual(['2 papers refused by the embedding server']);
  expect(asked).toBe(2);
  expect(changes).toBeGreaterThan(2);
});

it('queries again if a run ends during a query', async () => {
  papers = { lost: 2 };
  let answered: () => void = () => undefined;
  query = new Promise((resolve) => (answered = resolve));
  await pass(2000);
  papers = {};
  events.emit('papers.changed', { state: 'idle', problem: null, fact: null, progress: null });
  answered();
  await pass(0);
  expect(problems.list()).toHaveLength(1);
  await pass(2000);
  expect([asked, problems.list()]).toEqual([2, []]);
});

it('notices that another daemon has embedded what was lost', async () => {
  papers = { lost: 2 };
  await pass(2000);
  papers = {};
  await pass(9999);
  expect(problems.list()).toHaveLength(1);
  await pass(1);
  expect([asked, problems.list(), clock.waiting()]).toEqual([2, [], 0]);
});

it('does nothing after the end, and no timer stays', async () => {
  events.emit('papers.changed', { state: 'idle', problem: null, fact: null, progress: null });
  problems.stop();
  await pass(120_000);
  expect([asked, clock.waiting()]).toEqual([0, 0]);
});
