/** Exports of vectors go to their file in pieces. */
import { expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeExport } from '../../../daemon/papers/commands/write-export.js';
import { jsonPieces } from '../../../workers/base/text/json-pieces.js';
import { temporaryFolders } from '../../support/folder.js';

const newFolder = temporaryFolders();
const newFile = async (): Promise<string> => join(await newFolder(), 'export.json');

it('may have more characters than a string', async () => {
  const path = await newFile();
  const [count, length] = [55, 10_000_000];
  expect(count * length).toBeGreaterThan(2 ** 29);
  await writeExport(path, jsonPieces({ ids: ['a'], documents: Array<string>(count).fill('x'.repeat(length)) }));
  // Each text has its quotes, and a comma before the next one.
  expect((await stat(path)).size).toBe('{"ids":["a"],"documents":[]}'.length + count * (length + 3) - 1);
});

it('leave no part of a file if the connection breaks', async () => {
  const path = await newFile();
  const broken = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  const pieces = async function* () {
    yield Buffer.from('{"ids":[');
    await stat(path);
    throw broken;
  };
  await expect(writeExport(path, pieces())).rejects.toBe(broken);
  expect(existsSync(path)).toBe(false);
});

it('do not replace a file', async () => {
  const path = await newFile();
  await writeFile(path, 'mine');
  await expect(writeExport(path, jsonPieces({ ids: [] }))).rejects.toMatchObject({ code: 'conflict' });
  expect(await readFile(path, 'utf8')).toBe('mine');
});
