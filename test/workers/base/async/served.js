/** The thread of `threads.test.ts`. */
import { setTimeout as pause } from 'node:timers/promises';
import { serveThread } from '../../../../dist/workers/base/async/serve-thread.js';
import { TonstiftError } from '../../../../dist/workers/base/errors.js';
import { say } from '../../../../dist/workers/base/language/sentence.js';

let calls = 0;

const handlers = {
  count: () => ++calls,
  fail: (detail) => {
    throw Object.assign(new RangeError('too far'), { code: 'EFAR', detail });
  },
  refuse: () => {
    throw new TonstiftError('bad_field', say('wrong.empty_file'), { cover: say('wrong.no_size') });
  },
  crash: () =>
    new Promise(() => {
      setImmediate(() => {
        throw new Error('fell over');
      });
    }),
  /** Reports numbers until the caller aborts, and needs a while to stop. */
  async numbers(from, { signal, report }) {
    let sent = 0;
    for (; !signal.aborted; sent++) await report(from + sent);
    await pause(20);
    calls = 100 + sent;
  },
};
handlers.run = handlers.count;

serveThread(handlers);
