// A process with a local store of its own. `hold FOLDER` opens it and waits; `churn FOLDER SEED` changes it until it is
// killed, and says on its standard output what it begins and what is done.
import { writeSync } from 'node:fs';
import { openLocalStore } from '../../../../dist/workers/papers/vectors/local/store.js';
import { changeOf } from './local-churn.js';

const [, , mode, folder, seed] = process.argv;
const say = (line) => writeSync(1, `${line}\n`);

try {
  const papers = await openLocalStore(folder).collection('papers');
  say('ready');
  if (mode === 'hold') setInterval(() => undefined, 1e6);
  for (let step = Number(seed); mode === 'churn'; step++) {
    const change = changeOf(step);
    say(`begin ${step}`);
    if (change.kind === 'upsert') await papers.upsert(change.records);
    else if (change.kind === 'replace') await papers.replace(change.where, change.records);
    else if (change.kind === 'delete') await papers.delete(change.ids);
    else await papers.updateMetadata(new Map(change.ids.map((id) => [id, change.metadata])));
    say(`done ${step}`);
  }
} catch (error) {
  say(String(error));
}
