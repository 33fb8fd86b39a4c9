/** A daemon that runs, asked as a browser would. */
import { join } from 'node:path';
import { Agent, fetch, type RequestInit } from 'undici';
import type { Settings } from '../../config/settings.js';
import { errorCodes, messageOf, systemCodeOf, TonstiftError, type ErrorCode } from '../../workers/base/errors.js';
import { commandToken } from '../command-token.js';
import { holderAddress } from '../../workers/base/files/lock.js';

export interface DaemonClient {
  /**
   * The JSON that a path answers.
   * @param time milliseconds until the answer begins; 0 is as long as it takes
   * @throws Unreachable where nobody is there to be asked
   * @throws TonstiftError with what the daemon says; `not_now` where it breaks off
   */
  ask: <Answer>(path: string, init?: RequestInit, time?: number) => Promise<Answer>;
}

/** No connection could be made: nothing of what was asked has been done. */
export class Unreachable extends TonstiftError {}

const neverConnected = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Undefined where none runs in this home. */
export async function runningDaemon(settings: Settings): Promise<DaemonClient | undefined> {
  const address = await holderAddress(join(settings.places.data, 'daemon.lock'));
  if (address === undefined) return undefined;
  const token = await commandToken(settings.places);
  return daemonClient(address, token === undefined ? undefined : `Bearer ${token}`);
}

function daemonClient(address: string, authorization: string | undefined): DaemonClient {
  const own = {
    accept: 'application/json',
    ...(authorization === undefined ? {} : { authorization }),
  };
  return {
    async ask<Answer>(path: string, init: RequestInit = {}, time = 0): Promise<Answer> {
      const dispatcher = new Agent({ headersTimeout: time, bodyTimeout: time });
      try {
        const headers = { ...own, ...(init.headers as Record<string, string> | undefined) };
        const answer = await fetch(new URL(path, address), { ...init, headers, dispatcher });
        const facts = factsOf(await answer.text());
        if (answer.ok) return facts as Answer;
        throw new TonstiftError(
          errorCodes.find((one) => one === facts.error?.code) ?? codeOfStatus(answer.status),
          facts.error?.message ?? `The daemon at ${address} answered ${answer.status}.`,
        );
      } catch (thrown) {
        if (thrown instanceof TonstiftError) throw thrown;
        const reason = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown;
        const Failure = neverConnected.has(systemCodeOf(reason) ?? '') ? Unreachable : TonstiftError;
        throw new Failure(
          'not_now',
          `The daemon at ${address} does not answer: ${messageOf(reason)}`,
          {},
          { cause: thrown },
        );
      } finally {
        await dispatcher.destroy();
      }
    },
  };
}

/** For codes that only HTTP knows. */
const codeOfStatus = (status: number): ErrorCode => (status === 429 || status >= 500 ? 'not_now' : 'conflict');

function factsOf(text: string): { error?: { code: string; message: string } } {
  try {
    return (JSON.parse(text) ?? {}) as { error?: { code: string; message: string } };
  } catch {
    return {};
  }
}
