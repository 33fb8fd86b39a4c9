/** Events in memory, whose ring loses the older ones when a test says so. */
import type { DaemonEvent, EventService } from '../../../http/resources/status/service.js';

export type Publish = (type: string, data: unknown) => void;

export interface FakeEvents extends EventService {
  publish: Publish;
  /** All but the newest. */
  forget(): void;
}

export function fakeEvents(epoch: string): FakeEvents {
  const ring: DaemonEvent[] = [];
  const listeners = new Set<(event: DaemonEvent) => void>();
  let last = 0;
  return {
    epoch,
    last: () => last,
    since: (id) => (id < last - ring.length || id > last ? null : ring.filter((event) => event.id > id)),
    subscribe(receive) {
      listeners.add(receive);
      return () => void listeners.delete(receive);
    },
    publish(type, data) {
      const event = { id: ++last, type, data };
      ring.push(event);
      for (const receive of listeners) receive(event);
    },
    forget: () => void ring.splice(0, ring.length - 1),
  };
}
