/** The memory of pens. */
import { describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PenMemory } from '../../../daemon/pens/memory.js';
import { silentLog } from '../../../workers/base/ports.js';
import { temporaryFolders } from '../../support/folder.js';
import { recordedLog } from '../../support/recorded-log.js';

const folder = temporaryFolders();

describe('the memory of pens', () => {
  const pen = {
    ...{ id: '001-1', name: 'TIPTOI', path: '/pen', serial: '1', firmware: 'N1', language: 'GERMAN' },
    ...{ generation: 'ZC3202N' as const, readOnly: false },
  };
  const remembered = { path: '920.gme', oid: 920, size: 5, mtimeMs: 1000.5, sha256: 'ab' };
  /** The form of versions that knew no given names. */
  const former = {
    version: 1,
    pens: [
      {
        ...{ id: '001-1', name: 'TIPTOI', serial: '1', firmware: 'N1', language: 'GERMAN', generation: 'ZC3202N' },
        ...{ last_seen: 7, files: [remembered] },
      },
    ],
  };

  it('is the same after a restart, and reads what former versions have written', async () => {
    const path = join(await folder(), 'pens.json');
    const memory = await PenMemory.open(path, silentLog);
    await Promise.all([memory.seen(pen, 7), memory.remember('001-1', [remembered])]);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      version: 1,
      pens: former.pens.map((one) => ({ ...one, given_name: null, forgotten: false })),
    });
    await writeFile(path, JSON.stringify(former));
    expect((await PenMemory.open(path, silentLog)).all()).toEqual(memory.all());
  });

  it('keeps a given name over a restart, and the files of a pen that is forgotten', async () => {
    const path = join(await folder(), 'pens.json');
    const memory = await PenMemory.open(path, silentLog);
    await memory.seen(pen, 7);
    await memory.rename('001-1', 'Mia');
    await memory.seen(pen, 8);
    const again = await PenMemory.open(path, silentLog);
    expect([again.nameOf(pen), again.get('001-1')?.name]).toEqual(['Mia', 'TIPTOI']);
    await again.remember('001-1', [remembered]);
    await again.forget('001-1');
    const last = await PenMemory.open(path, silentLog);
    expect([last.all(), last.withForgotten().map(({ id }) => id)]).toEqual([[], ['001-1']]);
    expect([last.nameOf(pen), last.files('001-1')]).toEqual(['TIPTOI', [remembered]]);
    await last.seen(pen, 9);
    expect(last.all()).toMatchObject([{ last_seen: 9, given_name: null, forgotten: false, files: [remembered] }]);
  });

  it.each([
    ['no file', (path: string) => mkdir(path)],
    ['no JSON', (path: string) => writeFile(path, '{"version":1')],
    ['of another version', (path: string) => writeFile(path, '{"version":2,"pens":[]}')],
  ])('says what is %s, and keeps it aside', async (_, make) => {
    const path = join(await folder(), 'pens.json');
    await make(path);
    const { log, logged } = recordedLog('error');
    const memory = await PenMemory.open(path, log);
    expect([memory.all(), logged]).toEqual([[], [expect.stringContaining('pens.json cannot be read')]]);
    await memory.seen(pen, 7);
    const names = (await readdir(dirname(path))).sort();
    expect(names).toEqual(['pens.json', expect.stringMatching(/^pens\.json\.broken-\d+$/)]);
    expect((await PenMemory.open(path, silentLog)).get('001-1')?.last_seen).toBe(7);
  });
});
