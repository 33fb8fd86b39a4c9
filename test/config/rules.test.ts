import '../../workers/papers/settings-table.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { realpathOfExisting } from '../../workers/base/files/realpath.js';
import { brokenRules, isLoopback, isWithin } from '../../config/rules.js';
import { loadConfig } from '../../config/load.js';
import { bareInput } from './inputs.js';
import { suiteFolder } from '../support/folder.js';

const root = suiteFolder();
beforeAll(() => {
  mkdirSync(join(root, 'library', 'deep'), { recursive: true });
  symlinkSync(join(root, 'library'), join(root, 'link'));
  symlinkSync(join(root, 'future'), join(root, 'dangling'));
  symlinkSync(join(root, 'circle'), join(root, 'circle'));
});

const { config } = loadConfig(bareInput);
/** The places of a program whose home is the folder `home`. */
const places = {
  ...bareInput.places,
  data: join(root, 'home'),
  configFile: join(root, 'home/config.json'),
  logs: join(root, 'home/logs'),
};
const rulesBrokenBy = (changes: Partial<typeof config>): ReturnType<typeof brokenRules> =>
  brokenRules({ ...config, ...changes }, { places, realpath: realpathOfExisting });
const broken = (inbox: string, library: string): string[] =>
  rulesBrokenBy({ inbox_path: join(root, inbox), library_path: join(root, library) }).map(({ what }) => String(what));

describe('brokenRules', () => {
  it('keeps inbox and library apart', () => {
    expect(broken('inbox', 'library')).toEqual([]);
    expect(broken('library', 'library')).toEqual([expect.stringContaining('inbox and library are the same')]);
    expect(broken('library/deep/in', 'library')).toEqual([expect.stringContaining('inbox is inside the library')]);
    expect(broken('in', 'in/lib/new')).toEqual([expect.stringContaining('library is inside the inbox')]);
    expect(broken('library-in', 'library')).toEqual([]);
    expect(broken('..library', 'library')).toEqual([]);
  });

  it('sees through links, also those that lead to nothing yet', () => {
    expect(broken('link/new', 'library')).toHaveLength(1);
    expect(broken('link', 'library')).toHaveLength(1);
    expect(broken('dangling', 'future')).toHaveLength(1);
    expect(broken('dangling/x', 'future')).toHaveLength(1);
    expect(broken('circle', 'library')).toEqual([]);
  });

  it('keeps inbox and library out of the folder that is removed at each start', () => {
    for (const [path, count] of [
      ['home/staging', 1],
      ['home/staging/x', 1],
      ['home/stagings', 0],
    ] as const) {
      const [own, elsewhere] = [join(root, path), '/elsewhere'];
      for (const [inbox_path, library_path] of [
        [own, elsewhere],
        [elsewhere, own],
      ] as const) {
        const found = rulesBrokenBy({ inbox_path, library_path });
        expect(found.every(({ what }) => String(what).includes('temporary files'))).toBe(true);
        expect([path, found.length]).toEqual([path, count]);
      }
    }
  });

  it('keeps the inbox from swallowing the files of the program', () => {
    const check = (inbox: string) => rulesBrokenBy({ inbox_path: join(root, inbox), library_path: '/elsewhere' });
    expect(String(check('home')[0]?.what)).toMatch(/Tonstift’s own files/);
    expect(check('.')).toHaveLength(1);
    expect(check('home/inbox')).toEqual([]);
  });

  it('keeps databases out of the inbox, and out of the folder that is removed at each start', () => {
    const check = (paper_db: string): string[] =>
      rulesBrokenBy({ inbox_path: join(root, 'inbox'), library_path: '/elsewhere', paper_db }).map(
        ({ fields, what }) => `${fields.join()} ${String(what)}`,
      );
    expect(check(join(root, 'inbox/papers.db'))).toEqual([
      expect.stringMatching(/^paper_db,inbox_path must be separate: .* is in the inbox/),
    ]);
    expect(check(join(root, 'home/staging/papers.db'))).toEqual([expect.stringContaining('temporary files')]);
    for (const path of [join(root, 'papers.db'), join(root, 'inbox/.own/papers.db'), 'postgres://db.example/inbox'])
      expect(check(path)).toEqual([]);
  });

  it('lets no folder of the program be a pen', () => {
    const paths = { inbox_path: join(root, 'inbox'), library_path: join(root, 'library') };
    const check = (pen: string): string =>
      rulesBrokenBy({ ...paths, pen_paths: ['/mnt/pen', join(root, pen)] })
        .map(({ what }) => String(what))
        .join();
    for (const pen of ['inbox', 'inbox/x', 'library', 'link', 'library/gme', '.', 'home'])
      expect(check(pen)).toMatch(/must be separate: a pen/);
    for (const pen of ['pen', 'home/pen', 'library-pen']) expect(check(pen)).toBe('');
  });
});

describe('isWithin', () => {
  it('compares folders, not letters', () => {
    expect(isWithin('/a/b', '/a')).toBe(true);
    expect(isWithin('/a', '/a')).toBe(true);
    expect(isWithin('/ab', '/a')).toBe(false);
    expect(isWithin('/a/..b', '/a')).toBe(true);
    expect(isWithin('/', '/a')).toBe(false);
    expect(isWithin('/a', '/')).toBe(true);
  });
});

describe('isLoopback', () => {
  it('trusts only what cannot be anything else', () => {
    for (const host of [
      '127.0.0.1',
      '127.9.9.9',
      '::1',
      '0:0:0:0:0:0:0:1',
      '::ffff:127.0.0.1',
      'localhost',
      'LOCALHOST',
    ])
      expect([host, isLoopback(host)]).toEqual([host, true]);
    for (const host of [
      '0.0.0.0',
      '::',
      '192.168.0.2',
      '127.0.0.1.example',
      'localhost.example',
      'nas',
      'fe80::1%eth0',
      '0',
      '128.0.0.1',
    ])
      expect([host, isLoopback(host)]).toEqual([host, false]);
  });
});
