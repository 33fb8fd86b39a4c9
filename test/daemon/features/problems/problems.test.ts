/** The list is checked once after a burst of events. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createEvents, type EventBus } from '../../../../daemon/events.js';
import { Problems } from '../../../../daemon/features/problems/problems.js';
import { manualClock, type ManualClock } from '../../../support/manual-clock.js';

let clock: ManualClock;
let events: EventBus;
let problems: Problems;
let looks = 0;
let inbox: { name: string; reason: string }[];
let told: unknown[];

beforeEach(() => {
  [clock, events, looks, inbox, told] = [manualClock(), createEvents(), 0, [], []];
  events.subscribe(({ type, data }) => void (type === 'problems.changed' && told.push(data)));
  problems = new Problems({
    trouble: () => {
      looks += 1;
      const library = { path: '/library', away: null, unwritable: null };
      return { machine: [], library, inbox, albums: [], gone: new Set(), pens: [] };
    },
    others: () => [],
    events,
    clock,
  });
  problems.start();
});
afterEach(() => problems.stop());

const pass = async (ms: number): Promise<void> => {
  clock.advance(ms);
  for (let n = 0; n < 5; n++) await new Promise(setImmediate);
};
const removed = (): void => events.emit('album.removed', { oid: 920 });

it('one look for a thousand events, one event for a change', async () => {
  await pass(3000);
  looks = 0;
  for (let n = 0; n < 1000; n++) removed();
  await pass(1000);
  expect([looks, told]).toEqual([1, []]);
  inbox = [{ name: 'a', reason: 'No.' }];
  removed();
  await pass(1000);
  removed();
  await pass(1000);
  expect(told).toEqual([{ count: 1 }]);
  expect(problems.list()).toMatchObject([{ kind: 'inbox', what: 'a', reason: 'No.', actions: [] }]);
  inbox = [];
  removed();
  await pass(1000);
  expect([told.at(-1), problems.list()]).toEqual([{ count: 0 }, []]);
});

it('what comes by waiting alone is found within a minute', async () => {
  inbox = [{ name: 'a', reason: 'No.' }];
  await pass(60_000);
  expect(told).toEqual([{ count: 1 }]);
});

it('nothing is told after the end, and no timer stays', async () => {
  removed();
  problems.stop();
  inbox = [{ name: 'a', reason: 'No.' }];
  removed();
  await pass(120_000);
  expect([told, clock.waiting()]).toEqual([[], 0]);
});
