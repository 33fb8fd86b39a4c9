import type { ServerResponse } from 'node:http';
import { TonstiftError } from '../../../workers/base/errors.js';
import { say } from '../../../workers/base/language/sentence.js';

/** A signal that is aborted if the client disconnects before the response is complete. */
export function untilLeft(res: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  const left = (): void => {
    if (!res.writableFinished) leaving.abort(new TonstiftError('aborted', say('error.left')));
  };
  if (res.closed) left();
  else res.once('close', left);
  return leaving.signal;
}
