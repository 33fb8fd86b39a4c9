import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  VectorStoreError,
  type VectorCollection,
  type VectorRecord,
} from '../../../../workers/papers/vectors/types.js';
import { temporaryFolders } from '../../../support/folder.js';
import { localStores } from './local-stores.js';
import { record } from './record.js';

const folders = temporaryFolders();
const open = localStores();
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

async function holdInChild(folder: string): Promise<{ child: ChildProcess; answer: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('local-child.js', import.meta.url)), 'hold', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [answer] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, answer };
}

describe('the owner of a folder', () => {
  it('is one process; one that was killed is none', async () => {
    const folder = await folders();
    const { child, answer } = await holdInChild(folder);
    expect(answer).toBe('ready');
    const store = open(folder);
    const refusal: unknown = await store.collection('papers').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(VectorStoreError);
    expect((refusal as Error).message).toMatch(new RegExp(`${folder} is in use: .* as process ${child.pid}`));
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await (await store.collection('papers')).count()).toBe(0);
    expect((await holdInChild(folder)).answer).toMatch(/^VectorStoreError: .*is in use/);
  });

  it('is shared by all who name the folder in a process, until the last has closed', async () => {
    const folder = await folders();
    await mkdir(join(folder, 'real'));
    await symlink(join(folder, 'real'), join(folder, 'link'));
    const [one, other] = [open(join(folder, 'real')), open(join(folder, 'link', '..', 'link'))];
    const papers = await one.collection('papers');
    await papers.upsert([record('a', [1, 2])]);
    expect(await (await other.collection('papers')).count()).toBe(1);
    await one.close();
    await expect(one.collection('papers')).rejects.toThrow(/closed/);
    await expect(one.names()).rejects.toThrow(VectorStoreError);
    expect(await (await other.collection('papers')).count()).toBe(1);
    const closing = other.close();
    const again = open(join(folder, 'real'));
    expect(await (await again.collection('papers')).ids()).toEqual(['a']);
    await closing;
    await expect(papers.count()).rejects.toThrow(/closed/);
    await again.close();
    expect((await readdir(join(folder, 'real'))).sort()).toEqual(['papers']);
  });

  it('says so where the folder cannot be made', async () => {
    const folder = await folders();
    await writeFile(join(folder, 'file'), '');
    await expect(open(join(folder, 'file')).names()).rejects.toThrow(VectorStoreError);
  });
});

describe('names of collections', () => {
  it('may be any text, and meet no other', async () => {
    const names = ['papers', 'Papers', '../up', 'ä/ö', '.lock', '%41', 'A', 'con.txt', '.dropped-1'];
    const folder = await folders();
    const store = open(folder);
    for (const [i, name] of names.entries()) await (await store.collection(name)).upsert([record(name, [1, i])]);
    await store.close();
    const again = open(folder);
    expect(await again.names()).toEqual([...names].sort());
    for (const name of names) expect(await (await again.collection(name)).ids()).toEqual([name]);
    expect((await readdir(folder)).filter((entry) => !/^[a-z0-9_%-]+$/.test(entry))).toEqual(['.lock']);
  });

  it.each(['', 'x'.repeat(201), '\ud800'])('cannot be %j', async (name) => {
    await expect(open(await folders()).collection(name)).rejects.toThrow(VectorStoreError);
  });
});

describe('side by side', () => {
  it.each([32, 1024])('every search sees each record once, before a change or after it: %d', async (dimension) => {
    const count = 1200;
    const at = (value: number, i: number): number[] =>
      Array.from({ length: dimension }, (_, d) => (d === 0 ? value : d === 1 + (i % 1000) ? 1e-3 : 0));
    const papers: VectorCollection = await open(await folders()).collection('papers');
    const all = (value: number): VectorRecord[] =>
      Array.from({ length: count }, (_, i) => record(`p${i}`, at(value, i), { value: String(value) }));
    await papers.upsert(all(1));
    let changing = true;
    const looks: Promise<void>[] = [];
    const look = async (): Promise<void> => {
      while (changing) {
        const hits = await papers.nearest(at(0, 0), {});
        expect(hits).toHaveLength(count);
        expect(new Set(hits.map(({ id }) => id)).size).toBe(count);
        // One change is seen wholly or not at all.
        expect(new Set(hits.map(({ distance }) => Math.round(distance))).size).toBe(1);
        const some = await papers.get(['p3', 'p700'], { embeddings: true });
        expect(some[0]?.metadata).toEqual(some[1]?.metadata);
        expect(some.map(({ embedding }) => embedding[0])).toEqual(
          some.map(({ metadata }) => Number(metadata['value'])),
        );
      }
    };
    for (let i = 0; i < 3; i++) looks.push(look());
    for (let value = 2; value < 7; value++)
      await (value % 2 === 0 ? papers.upsert(all(value)) : papers.replace({}, all(value)));
    changing = false;
    await Promise.all(looks);
    expect(await papers.count({ where: { value: '6' } })).toBe(count);
  });
});
