/** A client of a running daemon. It uses the same HTTP interface as a browser. */
import type { IncomingMessage } from 'node:http';
import { TonstiftError } from '../../workers/base/errors.js';

export interface DaemonRequest {
  /** Default GET. */
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | URLSearchParams | AsyncIterable<Uint8Array>;
}

export interface DaemonClient {
  /**
   * Returns the JSON response of a path.
   * @param time milliseconds without data before a timeout; 0 means no timeout
   * @throws Unreachable if no connection can be made
   * @throws TonstiftError with the daemon's error; `not_now` if the connection breaks
   */
  ask: <Answer>(path: string, init?: DaemonRequest, time?: number) => Promise<Answer>;
  /** Passes a response to `use`, which reads its bytes as they arrive. Throws as `ask`, and whatever `use` throws. */
  receive: (path: string, use: (answer: IncomingMessage) => Promise<void>) => Promise<void>;
}

/** No connection could be made, so the request had no effect. */
export class Unreachable extends TonstiftError {}
