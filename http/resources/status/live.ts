/** Server-sent events. They are numbered, so that a client can resume after the last one it received. */
import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { DaemonEvent } from './service.js';
import type { Services } from '../../services.js';
import { baseOf } from '../../request/base-path.js';
import { languageOf } from '../../request/language.js';
import { factsIn } from '../../response/facts.js';
import { sessionOf } from '../../security/password.js';
import type { Sessions } from '../../security/sessions.js';
import type { Language } from '../../../workers/base/language/languages.js';
import { say } from '../../../workers/base/language/sentence.js';

/**
 * A page that receives nothing for 5 s shows that it has lost the connection. One late heartbeat must not cause that.
 */
const heartbeatMs = 2_000;
const mostClients = 200;
/** A client that reads too slowly is disconnected here. It reconnects with its last id. */
const mostUnread = 1024 ** 2;

export interface Live {
  /** Answers GET /events. Throws `not_now` if there are too many clients. */
  open(ctx: Context): void;
}

/** `<epoch>-<n>` → n; undefined for an id of another run, or an invalid one. */
export function eventNumber(id: string, epoch: string): number | undefined {
  const match = id.startsWith(`${epoch}-`) ? /^\d{1,15}$/.exec(id.slice(epoch.length + 1)) : null;
  return match === null ? undefined : Number(match[0]);
}

/** How events are written for a client. */
interface Listener {
  language: Language;
  base: string;
}

/** One event in the format of the stream. JSON text contains no line breaks. */
export const eventText = (event: DaemonEvent, epoch: string, { language, base }: Listener): string => {
  const type = event.type.replace(/[^\w.-]/g, '_');
  return `id: ${epoch}-${event.id}\nevent: ${type}\ndata: ${factsIn(language, event.data ?? null, base)}\n\n`;
};

type LiveParts = Pick<Services, 'events' | 'access'> & {
  sessions: Sessions;
  /** Tells a page whether it is out of date. */
  build: string;
};

export function createLive({ events, access, sessions, build }: LiveParts, every = heartbeatMs): Live {
  let clients = 0;

  /** The events that the client missed. If they are no longer available, a reset: the client must reload everything. */
  function missed(lastId: string, listener: Listener): string {
    if (lastId === '') return '';
    const last = eventNumber(lastId, events.epoch);
    const since = last === undefined ? null : events.since(last);
    return since === null
      ? 'event: reset\ndata: {}\n\n'
      : since.map((event) => eventText(event, events.epoch, listener)).join('');
  }

  return {
    open(ctx) {
      if (clients >= mostClients) throw new TonstiftError('not_now', say('error.listeners', { most: mostClients }));
      const stream = new PassThrough();
      const password = access.password();
      const session = sessionOf(ctx);
      const listener = { language: languageOf(ctx), base: baseOf(ctx) };
      const write = (text: string): void => {
        // If the password has changed or the session has ended, the client must log in again.
        const isOver = access.password() !== password || (session !== null && !sessions.has(session));
        if (isOver || stream.writableLength + stream.readableLength > mostUnread) stream.destroy();
        else stream.write(text);
      };
      ctx.set('Content-Type', 'text/event-stream; charset=utf-8');
      ctx.set('X-Accel-Buffering', 'no');
      ctx.set('Tonstift-Build', build);
      ctx.status = 200;
      const given = ctx.get('Last-Event-ID') || ctx.query['last_event_id'];
      // Both in one turn of the event loop, so that no event is lost in between.
      const before = missed(typeof given === 'string' ? given : '', listener);
      // A client that loses the connection before the first event, or after a reset, comes back with the id.
      write(`retry: 2000\n: listening\n\n${before}id: ${events.epoch}-${events.last()}\n\n`);
      const unsubscribe = events.subscribe((event) => write(eventText(event, events.epoch, listener)));
      const heartbeat = setInterval(() => write(': heartbeat\n\n'), every).unref();
      const unfollow = sessions.whenEnded(session, () => stream.destroy());
      clients += 1;
      stream.once('close', () => {
        clients -= 1;
        clearInterval(heartbeat);
        unsubscribe();
        unfollow();
      });
      stream.on('error', () => undefined);
      ctx.body = stream;
    },
  };
}
