/** Changes that come while the disk refuses one: each is kept, or refused and undone. */
import { expect, it, jest } from '@jest/globals';
import { silentLog } from '../../../workers/base/ports.js';
import type { LibraryData } from '../../../workers/library/data.js';

let kept: LibraryData | null = null;
let write: (data: LibraryData) => Promise<void> = () => Promise.resolve();

jest.unstable_mockModule('../../../workers/library/json-file.js', () => ({
  libraryFile: () => ({
    read: () => Promise.resolve(null),
    write: async (data: LibraryData) => {
      await write(data);
      kept = data;
    },
  }),
}));
const { Records } = await import('../../../workers/library/records.js');

const adding = (name: string) => (data: LibraryData) => ({ ...data, leftovers: [...data.leftovers, name] });

it.each(Array.from({ length: 12 }, (_, turns) => turns))(
  'a change that comes %i turns after a refused one is on the disk, or nowhere',
  async (turns) => {
    const records = await Records.open({ path: '/x', id: 'x' }, null, silentLog);
    const outcomes = new Map<string, Promise<boolean>>();
    const change = (name: string): void =>
      void outcomes.set(
        name,
        records.change(adding(name)).then(
          () => true,
          () => false,
        ),
      );
    write = async () => {
      write = () => Promise.resolve();
      await Promise.resolve();
      change('behind it');
      let turn = Promise.resolve();
      for (let n = 0; n < turns; n++) turn = turn.then(() => undefined);
      void turn.then(() => change('late'));
      return Promise.reject(new Error('a bad disk'));
    };
    change('refused');
    await records.close();
    await Promise.all(outcomes.values());
    await records.change(adding('next'));
    const answered = [];
    for (const [name, isKept] of outcomes) if (await isKept) answered.push(name);
    expect(answered).not.toContain('refused');
    expect(kept?.leftovers).toEqual([...answered, 'next']);
    expect(records.data).toBe(kept);
  },
);
