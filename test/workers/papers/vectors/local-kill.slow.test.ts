/** `kill -9` at random moments: what was answered is there, what was begun is there wholly or not at all. */
import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openLocalStore } from '../../../../workers/papers/vectors/local/store.js';
import type { VectorRecord } from '../../../../workers/papers/vectors/types.js';
import { temporaryFolders } from '../../../support/folder.js';
import { times } from '../../../support/times.js';

interface Made {
  step: number;
  mark: string | undefined;
}
type State = Map<string, Made>;
const churnModule = './local-churn.js';
const { applied, recordOf } = (await import(churnModule)) as {
  applied: (state: State, step: number) => State;
  recordOf: (id: string, slice: string, step: number) => VectorRecord;
};

const folders = temporaryFolders();
const child = fileURLToPath(new URL('local-child.js', import.meta.url));
/** How often; more of them by hand. */
const kills = times(4, 50);

interface Life {
  done: number[];
  /** Begun and not done. */
  open: number | undefined;
}

/** Lets it make one change, and kills it some time in the next ones. */
async function live(folder: string, first: number, ms: number): Promise<Life> {
  const program = spawn(process.execPath, [child, 'churn', folder, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const life: Life = { done: [], open: undefined };
  let timer: NodeJS.Timeout | undefined;
  const lines = createInterface({ input: program.stdout });
  lines.on('line', (line) => {
    const [word = '', step] = line.split(' ');
    if (word === 'begin') {
      life.open = Number(step);
      timer ??= setTimeout(() => program.kill('SIGKILL'), ms);
    } else if (word === 'done') {
      life.done.push(Number(step));
      life.open = undefined;
    } else if (word !== 'ready') throw new Error(line);
  });
  await Promise.all([once(program, 'exit'), once(lines, 'close')]);
  expect(program.signalCode).toBe('SIGKILL');
  return life;
}

async function found(folder: string): Promise<State> {
  const store = openLocalStore(folder);
  try {
    const papers = await store.collection('papers');
    const state: State = new Map();
    const records = await papers.get(await papers.ids(), { embeddings: true });
    for (const { id, document, metadata, embedding } of records) {
      const { mark, ...rest } = metadata;
      const step = Number(metadata['step']);
      const expected = recordOf(id, id.slice(0, 1), step);
      // Jest takes seconds to compare a million numbers.
      const same =
        Buffer.compare(
          new Uint8Array((embedding as Float32Array).buffer),
          new Uint8Array(Float32Array.from(expected.embedding).buffer),
        ) === 0;
      expect({ id, document, metadata: rest, same }).toEqual({
        id,
        document: expected.document,
        metadata: expected.metadata,
        same: true,
      });
      state.set(id, { step, mark });
    }
    expect((await papers.facts()).count).toBe(records.length);
    return state;
  } finally {
    await store.close();
  }
}

const plain = (state: State): [string, Made][] => [...state].sort(([a], [b]) => (a < b ? -1 : 1));

it(
  `leaves every record whole, old or new, after ${kills} kills`,
  async () => {
    const folder = await folders();
    let state: State = new Map();
    let step = 1;
    let between = 0;
    for (let kill = 0; kill < kills; kill++) {
      const { done, open } = await live(folder, step, (Math.imul(kill + 1, 0x9e3779b1) >>> 8) % 1000);
      for (const one of done) state = applied(state, one);
      const now = await found(folder);
      if (open !== undefined) {
        between++;
        const whole = applied(state, open);
        const isNew = JSON.stringify(plain(now)) === JSON.stringify(plain(whole));
        if (isNew) state = whole;
        step = open;
      }
      expect(plain(now)).toEqual(plain(state));
      step++;
      const files = (await readdir(join(folder, 'papers'))).filter((name) => name !== 'manifest.json');
      expect(files.filter((name) => !/^\d{6}\.pb$/.test(name))).toEqual([]);
    }
    expect(step).toBeGreaterThan(kills / 2);
    expect(between).toBeGreaterThan(0);
  },
  60_000 + kills * 10_000,
);
