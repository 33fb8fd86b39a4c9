// A process with a local store of its own. `hold FOLDER` opens it and waits; `churn FOLDER SEED` changes it until it is
// killed, and says on its standard output what it begins and what is done.
import { writeSync } from 'node:fs';
import { openLocalStore } from '../../../dist/workers/vectors/local/store.js';
import { changeOf } from './local-churn.js';

const [, , mode, folder, seed] = process.argv;
const say = (line) => writeSync(1, `${line}\n`);

try {
  const papers = await openLocalStore(folder).collection('papers');
  say('ready');
  if (mode === 'hold') setInterval(() => undefined, 1e6);
  for (let step = Number(seed); mode === 'churn'; step++) {
    const { kind, records, where, ids, metadata } = changeOf(step);
    say(`begin ${step}`);
    if (kind === 'upsert') await papers.upsert(records);
    else if (kind === 'replace') await papers.replace(where, records);
    else if (kind === 'delete') await papers.delete(ids);
    else await papers.updateMetadata(new Map(ids.map((id) => [id, metadata])));
    say(`done ${step}`);
  }
} catch (error) {
  say(`${error.name}: ${error.message}`);
}
