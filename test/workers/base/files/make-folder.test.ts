import { beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../../../workers/base/files/make-folder.js';
import { temporaryFolders } from '../../../support/folder.js';

const newFolder = temporaryFolders();
let folder = '';
beforeEach(async () => {
  folder = await newFolder();
});

describe('makeFolder', () => {
  it('makes what is missing, and names the topmost', () => {
    expect(makeFolder(join(folder, 'a/b/c'), 0o700)).toBe(join(folder, 'a'));
    expect(statSync(join(folder, 'a/b')).mode & 0o777).toBe(0o700);
    expect(makeFolder(join(folder, 'a/b/c'))).toBeUndefined();
    expect(makeFolder(join(folder, 'a/b/d'))).toBe(join(folder, 'a/b/d'));
    expect(makeFolder('/')).toBeUndefined();
    symlinkSync('a', join(folder, 'link'));
    expect(makeFolder(join(folder, 'link'))).toBeUndefined();
  });

  it('fails where there is a file, or a link to nothing', () => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('nothing', join(folder, 'dangling'));
    for (const path of ['file', 'file/x', 'file/x/y', 'dangling', 'dangling/x'])
      expect(() => makeFolder(join(folder, path))).toThrow(/ENOTDIR|EEXIST|ENOENT/);
  });

  (existsSync('/proc/self') ? it : it.skip)('fails, and does not hang, in /proc (skipped where there is none)', () => {
    expect(() => makeFolder('/proc/inbox/deep')).toThrow(/ENOENT/);
  });
});
