/** State in a JSON file: whole at every moment, read by a schema, replaced by a fallback where it cannot be read. */
import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/v4';
import { JsonStore, type JsonFile } from '../../../../workers/base/files/json-store.js';
import { temporaryFolders } from '../../../support/folder.js';
import { times } from '../../../support/times.js';

interface Count {
  count: number;
  names: string[];
}

const folder = temporaryFolders();
const schema = z.object({ count: z.int(), names: z.array(z.string()) });
const fallback: Count = { count: 0, names: [] };

async function at(more: Partial<JsonFile<Count>> = {}) {
  const home = await folder();
  const path = join(home, 'count.json');
  const said: string[] = [];
  const file: JsonFile<Count> = { path, schema, fallback, onBroken: (why) => void said.push(why), ...more };
  const open = (): Promise<JsonStore<Count>> => JsonStore.open(file);
  const onDisk = async (): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
  return { home, path, said, file, open, onDisk, names: () => readdir(home) };
}

/** Tells one file from the next one under its name. */
const inode = async (path: string): Promise<number> => (await stat(path)).ino;

describe('reading', () => {
  it('answers the fallback if there is no file, and makes none', async () => {
    const { open, said, names } = await at();
    expect((await open()).value).toBe(fallback);
    expect([said, await names()]).toEqual([[], []]);
  });

  it('answers what was written, also while NODE_ENV is "test"', async () => {
    const { open, path } = await at();
    expect(process.env.NODE_ENV).toBe('test');
    await (await open()).set({ count: 3, names: ['a'] });
    expect((await open()).value).toEqual({ count: 3, names: ['a'] });
    expect(await readFile(path, 'utf8')).toBe('{"count":3,"names":["a"]}\n');
  });

  it.each([
    ['', /JSON/],
    ['{"count":3,', /JSON/],
    ['null', /expected object, received null/],
    ['[]', /expected object, received array/],
    ['{"count":1.5,"names":[]}', /^count: .*expected int/],
    ['{"count":1,"names":["a",2]}', /^names\.1: .*expected string/],
  ])('answers the fallback after %j, says why once, and leaves the file', async (text, why) => {
    const { open, path, said } = await at();
    await writeFile(path, text);
    const store = await open();
    expect([store.value, store.isBroken, said]).toEqual([fallback, true, [expect.stringMatching(why)]]);
    expect(await readFile(path, 'utf8')).toBe(text);
    await store.set({ count: 1, names: [] });
    expect([store.isBroken, said.length, (await open()).value]).toEqual([false, 1, { count: 1, names: [] }]);
  });

  it('throws what is thrown when it is told of a broken file, and the file stays', async () => {
    const refuse = (why: string): never => {
      throw new Error(`refused: ${why}`);
    };
    const { open, path } = await at({ onBroken: refuse });
    await writeFile(path, '{');
    await expect(open()).rejects.toThrow('refused: ');
    expect(await readFile(path, 'utf8')).toBe('{');
  });

  it('converts a value whose type in memory is not JSON, both ways', async () => {
    const { path } = await at();
    const stored = z.record(z.string(), z.int()).transform((counts) => new Map(Object.entries(counts)));
    const encode = (counts: Map<string, number>) => Object.fromEntries(counts);
    const open = () => JsonStore.open({ path, schema: stored, encode, fallback: new Map<string, number>() });
    await (await open()).set(new Map([['a', 1]]));
    expect(await readFile(path, 'utf8')).toBe('{"a":1}\n');
    expect((await open()).value).toEqual(new Map([['a', 1]]));
  });
});

describe('writing', () => {
  it('keeps a broken file aside if asked to, before the first write and no later one', async () => {
    const { open, path, names } = await at({ keepsBroken: true });
    await writeFile(path, '{');
    const store = await open();
    expect(await names()).toEqual(['count.json']);
    for (const count of [1, 2]) await store.set({ count, names: [] });
    const [kept = '', ...more] = (await names()).filter((name) => name !== 'count.json');
    expect([kept, more]).toEqual([expect.stringMatching(/^count\.json\.broken-\d{13}$/), []]);
    expect(await readFile(join(path, '..', kept), 'utf8')).toBe('{');
  });

  it('does none for the same value', async () => {
    const { open, path } = await at();
    const first = await open();
    await first.set({ count: 1, names: [] });
    const before = await inode(path);
    await first.set(first.value);
    await first.update((value) => value);
    const second = await open();
    await second.set(second.value);
    await second.update((value) => value);
    expect(await inode(path)).toBe(before);
    await second.update((value) => ({ ...value }));
    expect(await inode(path)).not.toBe(before);
  });

  it('takes the last of many values that are set at once, with fewer writes than values', async () => {
    let encoded = 0;
    const { open, onDisk } = await at({ encode: (value) => (encoded++, value) });
    const store = await open();
    const all = Array.from({ length: 50 }, (_, count) => store.set({ count, names: [] }));
    expect(store.value.count).toBe(49);
    await Promise.all(all);
    expect([await onDisk(), encoded]).toEqual([{ count: 49, names: [] }, 1]);
  });

  it('loses none of many changes that are made at once', async () => {
    const { open, onDisk } = await at();
    const store = await open();
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        store.update(({ count, names }) => ({ count: count + 1, names: [...names, String(n)] })),
      ),
    );
    expect(store.value.count).toBe(50);
    expect(await onDisk()).toEqual({ count: 50, names: Array.from({ length: 50 }, (_, n) => String(n)) });
  });

  it('is awaited by ended(), which does not reject', async () => {
    const { open, onDisk, path } = await at();
    const store = await open();
    void store.set({ count: 1, names: [] });
    await store.ended();
    expect(await onDisk()).toEqual({ count: 1, names: [] });
    await rm(path);
    await mkdir(join(path, 'in the way'), { recursive: true });
    const failing = store.set({ count: 2, names: [] });
    failing.catch(() => undefined);
    await store.ended();
    await expect(failing).rejects.toMatchObject({ syscall: 'rename' });
  });

  it('that fails is said; a value that was set stays in force, and the next write has it', async () => {
    const { open, onDisk, path, names } = await at();
    await mkdir(join(path, 'in the way'), { recursive: true });
    const store = await open();
    const value = { count: 2, names: [] };
    await expect(store.set(value)).rejects.toMatchObject({ syscall: 'rename' });
    expect([store.value, await names()]).toEqual([value, ['count.json']]);
    await rm(path, { recursive: true });
    await store.set(value);
    expect(await onDisk()).toEqual(value);
  });

  it('that fails changes nothing by update(), and the next one goes on from there', async () => {
    const { open, onDisk, path } = await at();
    const store = await open();
    await store.set({ count: 1, names: ['a'] });
    await rm(path);
    await mkdir(join(path, 'in the way'), { recursive: true });
    const more = () => store.update(({ count, names }) => ({ count: count + 1, names }));
    await expect(more()).rejects.toMatchObject({ syscall: 'rename' });
    expect(store.value).toEqual({ count: 1, names: ['a'] });
    await rm(path, { recursive: true });
    await more();
    expect(await onDisk()).toEqual({ count: 2, names: ['a'] });
  });

  it('of what no schema would read fails, and the file stays', async () => {
    const { open, onDisk } = await at();
    const store = await open();
    await store.set({ count: 1, names: [] });
    await expect(store.set({ count: 1.5, names: [] })).rejects.toThrow('expected int');
    expect(await onDisk()).toEqual({ count: 1, names: [] });
  });

  it('gives a new file the mode that it shall have', async () => {
    const { open, path } = await at({ mode: 0o600, indent: 2 });
    await (await open()).set({ count: 1, names: [] });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toBe('{\n  "count": 1,\n  "names": []\n}\n');
  });
});

describe('null', () => {
  it('removes the file, also one that was not read or is broken', async () => {
    const { path, names } = await at();
    const file: JsonFile<Count | null> = { path, schema, fallback: null };
    for (const text of ['{"count":1,"names":[]}', '{']) {
      await writeFile(path, text);
      await new JsonStore(file).set(null);
      expect(await names()).toEqual([]);
      await writeFile(path, text);
      const store = await JsonStore.open(file);
      await store.set(null);
      expect([store.value, await names()]).toEqual([null, []]);
    }
  });

  it('ends what is being written', async () => {
    const { path, names } = await at();
    const store = new JsonStore<Count | null>({ path, schema, fallback: null });
    const writes = [store.set({ count: 1, names: [] }), store.set(null)];
    await Promise.all(writes);
    expect(await names()).toEqual([]);
  });
});

it('is one value or the next to whoever reads the file meanwhile', async () => {
  const { open, path } = await at();
  const store = await open();
  const long = Array.from({ length: 2000 }, (_, n) => `name ${n}`);
  await store.set({ count: 0, names: long });
  let isWriting = true;
  const writes = (async () => {
    for (let count = 1; count <= 60; count++) await store.set({ count, names: long });
  })().finally(() => (isWriting = false));
  const seen: number[] = [];
  while (isWriting) {
    const { count, names } = schema.parse(JSON.parse(await readFile(path, 'utf8')));
    expect(names).toHaveLength(2000);
    seen.push(count);
  }
  await writes;
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(new Set(seen).size).toBeGreaterThan(1);
});

it('has what was answered after kill -9, and can be read', async () => {
  const child = fileURLToPath(new URL('json-store-child.js', import.meta.url));
  const { open, path, said } = await at();
  let last = 0;
  for (let n = 0; n < times(5, 50); n++) {
    const program = spawn(process.execPath, [child, path], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    program.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
    await once(program.stdout, 'data');
    setTimeout(() => program.kill('SIGKILL'), 20 * (n + Math.random()));
    await once(program, 'close');
    expect(program.signalCode).toBe('SIGKILL');
    const answered = Number(text.trimEnd().split('\n').at(-1));
    const { count, names } = (await open()).value;
    // The last write may have ended unsaid.
    expect([0, 1]).toContain(count - answered);
    expect([names.length, said]).toEqual([2000, []]);
    expect(answered).toBeGreaterThan(last);
    last = count;
  }
});
