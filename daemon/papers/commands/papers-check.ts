/** `tonstift papers check` and `tonstift papers repair` */
import { join } from 'node:path';
import { acquireLock } from '../../../workers/base/files/lock.js';
import { systemClock } from '../../../workers/base/ports.js';
import { counted } from '../../../workers/base/text/counted.js';
import { missingFile } from '../../../workers/papers/sql/location.js';
import { oneLine } from '../../log/log-text.js';
import { exitCodes } from '../../cli/exit-codes.js';
import type { Command } from '../../cli/invocation.js';
import { loadSettings } from '../../cli/load-settings.js';
import { withLog } from '../../cli/working-log.js';
import { settingSecrets } from '../secrets.js';
import { withPapers } from './paper-access.js';

export const checkPapers: Command = (invocation) =>
  withPapers(invocation, async (access) => {
    const check = await access.check();
    const { papers, saved, embedded, vectors, facts, problems } = check;
    const code = problems.length > 0 ? exitCodes.failed : exitCodes.done;
    const { print, options } = invocation;
    if (options.json) {
      print(JSON.stringify(check, null, 2));
      return code;
    }
    print(`${counted(papers, 'paper')}, ${saved} saved; ${embedded} embedded, vectors: ${vectors ?? 'unknown'}.`);
    for (const fact of facts) print(oneLine(String(fact)));
    for (const problem of problems) print(oneLine(`- ${String(problem)}`));
    print(
      problems.length > 0
        ? '"tonstift papers repair" repairs the database, its index, and the notes about vectors.'
        : 'No problems found.',
    );
    return code;
  });

export const repairPapers: Command = async (invocation) => {
  const { print } = invocation;
  const settings = await loadSettings(invocation);
  const { paper_db: place } = settings.current;
  let failures = 0;
  await withLog(settings, async (log) => {
    for (const secret of settingSecrets(settings.current)) log.redact(secret);
    const lock = await acquireLock(join(settings.places.data, 'daemon.lock'), { purpose: 'tonstift papers' });
    try {
      if (missingFile(place) !== undefined) return print('There are no papers yet.');
      const [{ repairPapers: repair }, { createPaperStores }, { paperProblem }] = await Promise.all([
        import('../repair.js'),
        import('../stores.js'),
        import('../problem.js'),
      ]);
      const stores = createPaperStores({
        settings: () => settings.current,
        clock: systemClock,
        log: log.area('papers'),
      });
      const report = {
        done: (line: string) => print(oneLine(line)),
        failed(line: string) {
          failures++;
          print(oneLine(`- ${line}`));
        },
      };
      await paperProblem(() => repair(place, stores, report)).finally(() => stores.end());
    } finally {
      await lock.release();
    }
  });
  return failures > 0 ? exitCodes.failed : exitCodes.done;
};
