/** A daemon that runs, asked as a browser would. */
import type { Readable } from 'node:stream';
import { TonstiftError } from '../../workers/base/errors.js';

export interface DaemonRequest {
  /** Default GET. */
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string | URLSearchParams | AsyncIterable<Uint8Array>;
}

export interface DaemonClient {
  /**
   * The JSON that a path answers.
   * @param time milliseconds for which it may say nothing; 0 is as long as it takes
   * @throws Unreachable where nobody is there to be asked
   * @throws TonstiftError with what the daemon says; `not_now` where it breaks off
   */
  ask: <Answer>(path: string, init?: DaemonRequest, time?: number) => Promise<Answer>;
  /**
   * Hands on the bytes that a path answers, as they come. Throws as `ask`, what `use` throws too.
   */
  receive: (path: string, use: (bytes: Readable) => Promise<void>) => Promise<void>;
}

/** No connection could be made: nothing of what was asked has been done. */
export class Unreachable extends TonstiftError {}
