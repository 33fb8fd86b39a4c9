/** Events have numbers, stay available for a while, and reach each listener. */
import { beforeEach, expect, it } from '@jest/globals';
import { createEvents, type EventBus, type EventData } from '../../daemon/events.js';
import type { DaemonEvent } from '../../http/resources/status/service.js';

let events: EventBus;
beforeEach(() => void (events = createEvents()));

const publish = (...all: unknown[]): void => {
  for (const data of all) events.emit('log', data as EventData['log']);
};
const dataOf = (some: readonly DaemonEvent[] | null): unknown[] | undefined => some?.map(({ data }) => data);

it('have an epoch that fits into an address', () => expect(events.epoch).toMatch(/^[\w]+$/));

it('are numbered from 1, without gaps', () => {
  expect([events.last(), events.since(0)]).toEqual([0, []]);
  publish('a', 'b', 'c');
  expect(events.last()).toBe(3);
  expect(events.since(0)).toEqual(['a', 'b', 'c'].map((data, n) => ({ id: n + 1, type: 'log', data })));
});

it('continue after any of them, oldest first', () => {
  publish('a', 'b', 'c');
  expect([1, 2, 3].map((id) => dataOf(events.since(id)))).toEqual([['b', 'c'], ['c'], []]);
});

it('cannot be continued after one that is lost, or never was', () => {
  publish('a', 'b');
  expect(events.since(3)).toBeNull();
  publish(...new Array<string>(1000).fill('news'), 'c');
  expect([events.since(0), events.since(1)]).toEqual([null, null]);
  expect(dataOf(events.since(events.last() - 1))).toEqual(['c']);
  expect([events.since(events.last()), events.since(events.last() + 1)]).toEqual([[], null]);
});

it('that were handed out stay as they were', () => {
  publish('a');
  const handed = events.since(0);
  publish('b');
  expect(dataOf(handed)).toEqual(['a']);
  handed?.splice(0);
  expect(dataOf(events.since(0))).toEqual(['a', 'b']);
});

it('are told to each listener once, in order, until it leaves', () => {
  const [one, other]: [DaemonEvent[], DaemonEvent[]] = [[], []];
  publish('before');
  const leave = events.subscribe((event) => one.push(event));
  events.subscribe((event) => other.push(event));
  publish('a', 'b');
  leave();
  leave();
  publish('c');
  expect([dataOf(one), dataOf(other)]).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c'],
  ]);
  expect(other).toEqual(events.since(1));
});

it('reach the others if a listener leaves while it is told', () => {
  const heard: unknown[] = [];
  const leave = events.subscribe(() => leave());
  events.subscribe(({ data }) => heard.push(data));
  publish('a', 'b');
  expect(heard).toEqual(['a', 'b']);
});
