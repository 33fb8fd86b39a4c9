/**
 * Events of the daemon, for subscribers.
 *
 * event     a type, its data, and an increasing id
 * ring      the last events, for a client that was disconnected for a moment
 * epoch     identifies this run of the daemon: ids of another run are invalid
 */
import { randomUUID } from 'node:crypto';
import type { EventService, DaemonEvent } from '../http/resources/status/service.js';
import type { PenView } from '../http/resources/pens/service.js';
import type { AlbumView } from '../workers/library/types.js';
import type { Words } from '../workers/base/language/sentence.js';

/** Event type → its data. Features add theirs. */
export interface EventData {
  'album.added': { album: AlbumView };
  'album.changed': { album: AlbumView };
  'album.removed': { oid: number };
  'album.duplicate': { name: string; oid: number };
  'import.rejected': { name: string; rejected: { filename: string; reason: Words }[] };
  'pens.changed': { pens: PenView[] };
  'library.changed': { away: Words | null };
  'inbox.changed': {
    /** At most one hundred. */
    arriving: { name: string; files: number; waits_for?: string[]; is_overdue?: boolean }[];
    /** Entries that cannot be read. */
    problems: { name: string; reason: Words }[];
  };
  'job.started': { id: number; kind: string; title: string; oid: number | null };
  'job.progress': { id: number; kind: string; title: string; oid: number | null; done: number; total: number };
  'job.ended': {
    id: number;
    kind: string;
    title: string;
    oid: number | null;
    outcome: 'done' | 'failed' | 'not_now';
    reason: Words | null;
  };
  log: { time: string; level: string; area: string; message: string };
}

export interface EventBus extends EventService {
  emit<Type extends keyof EventData>(type: Type, data: EventData[Type]): void;
}

/** Number of events that a reconnecting client can still get. */
const ringSize = 1000;

export function createEvents(): EventBus {
  const ring: DaemonEvent[] = [];
  const listeners = new Set<(event: DaemonEvent) => void>();
  let last = 0;

  return {
    epoch: randomUUID().slice(0, 8),
    last: () => last,
    emit(type, data) {
      const event = { id: ++last, type, data };
      ring.push(event);
      if (ring.length > ringSize) ring.shift();
      for (const receive of listeners) receive(event);
    },
    since(id) {
      const oldest = last - ring.length;
      if (id < oldest || id > last) return null;
      return ring.slice(id - oldest);
    },
    subscribe(receive) {
      listeners.add(receive);
      return () => void listeners.delete(receive);
    },
  };
}
