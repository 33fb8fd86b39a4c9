/** Checks that the saved settings do not prevent the next start. */
import { constants } from 'node:fs';
import { access, rmdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import type { FieldName } from '../../config/fields.js';
import { makeFolder } from '../../workers/base/files/make-folder.js';
import type { UpdateCheck } from '../../config/plan-update.js';
import { ConfigError, type ConfigProblem } from '../../config/problems.js';
import type { BeforeUpdate, Settings } from '../../config/settings.js';
import { messageOf, systemCodeOf } from '../../workers/base/errors.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';

const problem = (field: FieldName, what: Sentence): ConfigProblem => ({ field, source: field, what });

/** Listens on a new host or port for a moment. */
const checkAddress: UpdateCheck = async ({ changed, before, after }) => {
  if (!changed.includes('host') && !changed.includes('port')) return [];
  // Our own port is in use by us, so then only the host can be tested.
  const failure = await tryToListen(after.host, after.port === before.port ? 0 : after.port);
  if (failure === undefined) return [];
  const isPort = ['EADDRINUSE', 'EACCES'].includes(systemCodeOf(failure) ?? '');
  const field = isPort && changed.includes('port') ? 'port' : 'host';
  return [problem(field, say('guard.address', { why: messageOf(failure) }))];
};

function tryToListen(host: string, port: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}

/** Creates a new inbox, which the next start would do anyway. */
const makeInbox: BeforeUpdate = async ({ changed, after: { inbox_path: inbox } }) => {
  if (!changed.includes('inbox_path')) return;
  try {
    const first = makeFolder(inbox);
    await access(inbox, constants.R_OK | constants.W_OK | constants.X_OK);
    return async () => {
      if (first === undefined) return;
      for (let path = inbox; path.length >= first.length; path = dirname(path)) await rmdir(path);
    };
  } catch (error) {
    throw new ConfigError([problem('inbox_path', say('guard.inbox', { why: messageOf(error) }))]);
  }
};

/** Otherwise a wrong path would be noticed only at the next build. */
const checkProgram =
  (name: 'ffmpeg_path' | 'speaker_path'): UpdateCheck =>
  async ({ changed, after: { [name]: path } }) => {
    if (!changed.includes(name) || path === '') return [];
    try {
      await access(path, constants.X_OK);
      if ((await stat(path)).isFile()) return [];
    } catch {
      /* Rejected below. */
    }
    return [problem(name, say('guard.program', { path: JSON.stringify(path) }))];
  };

export function addStartChecks(settings: Pick<Settings, 'check' | 'before'>): void {
  settings.check(checkAddress);
  settings.check(checkProgram('ffmpeg_path'));
  settings.check(checkProgram('speaker_path'));
  settings.before(makeInbox);
}
