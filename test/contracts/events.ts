/** What http relies on of events. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DaemonEvent, EventService } from '../../http/resources/status/service.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedEvents {
  /** In which nothing has happened. */
  service: EventService;
  publish(data: unknown): void;
  /** So much happens that the older events are lost. */
  lose(): void;
  close(): Promise<void>;
}

export function describeEvents(name: string, open: () => Promise<OpenedEvents>): void {
  describe(`${name} as events`, () => {
    const opened = forEachTest(open, (one) => one.close());
    let service: EventService;
    beforeEach(() => void (service = opened.service));

    const publish = (...all: unknown[]): void => all.forEach((one) => opened.publish(one));
    const dataOf = (events: readonly DaemonEvent[] | null): unknown[] | undefined => events?.map(({ data }) => data);

    it('have an epoch that goes into an address', () => expect(service.epoch).toMatch(/^[\w]+$/));

    it('are numbered from 1 on, without gaps', () => {
      expect([service.last(), service.since(0)]).toEqual([0, []]);
      publish('a', 'b', 'c');
      expect(service.last()).toBe(3);
      expect(service.since(0)).toEqual(
        ['a', 'b', 'c'].map((data, n) => ({ id: n + 1, type: expect.any(String), data })),
      );
    });

    it('go on after any of them, oldest first', () => {
      publish('a', 'b', 'c');
      expect([1, 2, 3].map((id) => dataOf(service.since(id)))).toEqual([['b', 'c'], ['c'], []]);
    });

    it('that are lost, or were never, cannot be gone on from', () => {
      publish('a', 'b');
      expect(service.since(3)).toBeNull();
      opened.lose();
      publish('c');
      expect([service.since(0), service.since(1)]).toEqual([null, null]);
      expect(dataOf(service.since(service.last() - 1))).toEqual(['c']);
      expect([service.since(service.last()), service.since(service.last() + 1)]).toEqual([[], null]);
    });

    it('what was handed out stays as it was', () => {
      publish('a');
      const handed = service.since(0);
      publish('b');
      expect(dataOf(handed)).toEqual(['a']);
      handed?.splice(0);
      expect(dataOf(service.since(0))).toEqual(['a', 'b']);
    });

    it('are told to each listener once, in order, until it leaves', () => {
      const [one, other]: [DaemonEvent[], DaemonEvent[]] = [[], []];
      publish('before');
      const leave = service.subscribe((event) => one.push(event));
      service.subscribe((event) => other.push(event));
      publish('a', 'b');
      leave();
      leave();
      publish('c');
      expect([dataOf(one), dataOf(other)]).toEqual([
        ['a', 'b'],
        ['a', 'b', 'c'],
      ]);
      expect(other).toEqual(service.since(1));
    });

    it('go on for others where a listener leaves while it is told', () => {
      const heard: unknown[] = [];
      const leave = service.subscribe(() => leave());
      service.subscribe(({ data }) => heard.push(data));
      publish('a', 'b');
      expect(heard).toEqual(['a', 'b']);
    });
  });
}
