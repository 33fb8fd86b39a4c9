import { setMaxListeners } from 'node:events';
import { shown } from '../../../base/input/shown.js';
import { EmbeddingsError, ValueError } from '../errors.js';
import { acquire, holdLimit } from './limiter.js';
import { linkedSignal } from '../../../base/async/linked-signal.js';

/** Any HTTP transport with a method that returns a response or a promise of one. */
export interface Transport<Req, Res, Options = unknown> {
  handleRequest(request: Req, options?: Options): Res | Promise<Res>;
  close?(): void | Promise<void>;
}

export interface AsyncTransport<Req, Res, Options = unknown> {
  handleAsyncRequest(request: Req, options?: Options): Res | Promise<Res>;
  aclose?(): void | Promise<void>;
}

interface Waiting {
  /** 0 to 9 in the queue, lower first; 5 by default. */
  priority?: number;
}

/**
 * Delays each request until the limit allows it. All transports of this kind in a process share one limiter, across
 * worker threads too: never more than `requestsPerMinute` in any 60 seconds, counted together. The lowest limit of all
 * open transports applies. A request whose `signal` aborts leaves the queue.
 */
export class RateLimitedTransport<Req = Request, Res = Response, Options extends Waiting = Waiting> {
  readonly #transport: Transport<Req, Res, Options>;
  readonly #gate: Gate;

  /** @throws ValueError if `requestsPerMinute` is not finite or not > 0, or the transport lacks `handleRequest` */
  constructor(transport: Transport<Req, Res, Options>, requestsPerMinute: number) {
    checkTransport(transport, 'handleRequest');
    this.#transport = transport;
    this.#gate = openGate(requestsPerMinute);
  }

  /** @throws what the transport throws; the signal's reason; EmbeddingsError once closed */
  async handleRequest(request: Req, options?: Options): Promise<Res> {
    return this.#gate.pass(request, options, () => this.#transport.handleRequest(request, options));
  }

  /** Closes the wrapped transport once. If that fails, the next call retries. Waiting requests fail. */
  close(): Promise<void> {
    return this.#gate.close(async () => this.#transport.close?.());
  }
}

/** The same for a transport with `handleAsyncRequest` and `aclose`. */
export class AsyncRateLimitedTransport<Req = Request, Res = Response, Options extends Waiting = Waiting> {
  readonly #transport: AsyncTransport<Req, Res, Options>;
  readonly #gate: Gate;

  /** @throws ValueError if `requestsPerMinute` is not finite or not > 0, or the transport lacks `handleAsyncRequest` */
  constructor(transport: AsyncTransport<Req, Res, Options>, requestsPerMinute: number) {
    checkTransport(transport, 'handleAsyncRequest');
    this.#transport = transport;
    this.#gate = openGate(requestsPerMinute);
  }

  /** @throws what the transport throws; the signal's reason; EmbeddingsError once closed */
  async handleAsyncRequest(request: Req, options?: Options): Promise<Res> {
    return this.#gate.pass(request, options, () => this.#transport.handleAsyncRequest(request, options));
  }

  /** Closes the wrapped transport once. If that fails, the next call retries. Waiting requests fail. */
  aclose(): Promise<void> {
    return this.#gate.close(async () => this.#transport.aclose?.());
  }
}

function checkTransport(transport: unknown, method: string): void {
  if (typeof (transport as Record<string, unknown> | null | undefined)?.[method] === 'function') return;
  throw new ValueError(`The transport must be an object with a method ${method}, not ${shown(transport)}.`);
}

interface Gate {
  pass<Res>(request: unknown, options: Waiting | undefined, send: () => Res | Promise<Res>): Promise<Res>;
  /** Resolves for every caller once `end` has resolved. */
  close(end: () => Promise<void>): Promise<void>;
}

function openGate(requestsPerMinute: number): Gate {
  if (typeof requestsPerMinute !== 'number' || !Number.isFinite(requestsPerMinute) || requestsPerMinute <= 0) {
    throw new ValueError(`requestsPerMinute must be a finite number greater than 0, not ${String(requestsPerMinute)}.`);
  }
  const release = holdLimit(requestsPerMinute);
  const closing = new AbortController();
  let closed: Promise<void> | undefined;
  // Each running request adds a listener.
  setMaxListeners(0, closing.signal);
  return {
    async pass(request, options, send) {
      const { signal, unlink } = linkedSignal([closing.signal, signalOf(request)]);
      const leave = await acquire({ signal, priority: options?.priority }).finally(unlink);
      if (signal.aborted) {
        leave.giveBack();
        throw signal.reason;
      }
      try {
        return await send();
      } finally {
        leave.settle();
      }
    },
    close(end) {
      if (!closing.signal.aborted) {
        closing.abort(new EmbeddingsError('The rate-limited transport is closed.'));
        release();
      }
      closed ??= end().catch((thrown: unknown) => {
        closed = undefined;
        throw thrown;
      });
      return closed;
    },
  };
}

/** Returns the signal of a `Request`. The requests of other transports may lack one. */
function signalOf(request: unknown): AbortSignal | undefined {
  const signal: unknown =
    typeof request === 'object' && request !== null && 'signal' in request ? request.signal : undefined;
  return typeof signal === 'object' && signal !== null && 'aborted' in signal && 'addEventListener' in signal
    ? (signal as AbortSignal)
    : undefined;
}
