/** The daemon's events, with types and data that tests make up. */
import { createEvents, type EventBus, type EventData } from '../../../daemon/events.js';

export type Publish = (type: string, data: unknown) => void;

export interface FakeEvents extends EventBus {
  publish: Publish;
}

export function fakeEvents(): FakeEvents {
  const events = createEvents();
  return { ...events, publish: (type, data) => events.emit(type as 'log', data as EventData['log']) };
}
