// Takes the locks that its standard input names, one a line, and answers each with `won` or the code of its failure.
import { createInterface } from 'node:readline';
import { acquireLock } from '../../../../dist/workers/base/files/lock.js';

process.stdout.write('ready\n');
for await (const path of createInterface({ input: process.stdin })) {
  const answer = await acquireLock(path, { purpose: 'a contender' }).then(
    () => 'won',
    (error) => error.code ?? String(error),
  );
  process.stdout.write(`${answer}\n`);
}
