import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createPenFinder, type PenFinder } from '../../../workers/pen/find/find-pens.js';
import { placeId } from '../../../workers/pen/find/identify.js';
import { writePenLog } from '../../../workers/pen/find/pen-log.js';
import { simulatePen } from '../../../workers/pen/simulate.js';
import { type PenSystem, thisSystem } from '../../../workers/pen/find/system.js';
import type { Pen } from '../../../workers/pen/types.js';
import { type Clock, silentLog, systemClock } from '../../../workers/base/ports.js';
import { temporaryFolders } from '../../support/folder.js';
import { manualClock } from '../../support/manual-clock.js';
import { withTmpfs } from './tmpfs.js';
import { openFiles } from '../../support/open-files.js';

/** No volume is too slow, however busy the machine is: the clock stands still. */
function finderOf(
  penPaths: readonly string[],
  { system = thisSystem, clock = manualClock() }: { system?: PenSystem; clock?: Clock } = {},
): PenFinder & { lines: string[] } {
  const lines: string[] = [];
  return {
    ...createPenFinder({
      penPaths: () => penPaths,
      system,
      clock,
      log: { ...silentLog, debug: (line) => lines.push(line) },
    }),
    lines,
  };
}

const below = (root: string, pens: readonly Pen[]): Pen[] => pens.filter(({ path }) => path.startsWith(root));
const serialLog = (serial: string): Buffer =>
  writePenLog({ serial, firmware: 'N1', language: 'GERMAN', generation: 'ZC3202N' });

describe('configured folders', () => {
  const makeFolder = temporaryFolders();

  it('are pens as long as they are there', async () => {
    const root = await makeFolder();
    const paths = ['simulated', 'plain', 'none', 'file', 'file/below'].map((name) => join(root, name));
    const finder = finderOf(paths);
    const before = await finder.fingerprint();
    expect(below(root, await finder.find())).toEqual([]);
    const simulated = await simulatePen(join(root, 'simulated'), { serial: 'TW1' });
    mkdirSync(join(root, 'plain'));
    writeFileSync(join(root, 'file'), '');
    expect(await finder.fingerprint()).not.toBe(before);
    expect(below(root, await finder.find())).toEqual([
      expect.objectContaining({ id: placeId(join(realpathSync(root), 'plain')), name: 'plain', serial: null }),
      simulated,
    ]);
    await finder.close();
    expect(await finder.find()).toEqual([]);
  });

  it('are one pen where several names lead to one', async () => {
    const root = await makeFolder();
    await simulatePen(join(root, 'pen'), { serial: 'TW1' });
    symlinkSync(join(root, 'pen'), join(root, 'link'));
    const paths = ['pen', 'link', 'pen/', './pen', 'link/../pen'].map((name) => `${root}/${name}`);
    expect(below(root, await finderOf(paths).find()).map(({ path }) => path)).toEqual([join(root, 'pen')]);
  });

  it('with one number are several pens', async () => {
    const root = await makeFolder();
    for (const name of ['a', 'b']) {
      mkdirSync(join(root, name));
      writeFileSync(join(root, name, '.tiptoi.log'), serialLog('TW1'));
    }
    const paths = [join(root, 'b')];
    const finder = finderOf(paths);
    expect(below(root, await finder.find()).map(({ id }) => id)).toEqual(['TW1']);
    paths.unshift(join(root, 'a'));
    expect(below(root, await finder.find()).map(({ id, serial }) => [id, serial])).toEqual([
      [`TW1-${placeId(join(root, 'a'))}`, 'TW1'],
      ['TW1', 'TW1'],
    ]);
  });
});

describe('a volume that hangs', () => {
  const makeFolder = temporaryFolders();

  /** The folder `hanging` really hangs: its entries are read through a pipe into which nobody writes. */
  async function withPipe(): Promise<{
    root: string;
    system: PenSystem;
    asked: () => number;
    answer: () => Promise<void>;
  }> {
    const root = await makeFolder();
    const pipe = join(root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    let asked = 0;
    const system: PenSystem = {
      ...thisSystem,
      // Other suites mount volumes meanwhile, which also are worth another look.
      text: async (path) => (path.startsWith('/proc/') ? '' : thisSystem.text(path)),
      async entries(folder) {
        if (folder === join(root, 'hanging')) {
          asked++;
          await (await open(pipe, 'r')).close();
        }
        return thisSystem.entries(folder);
      },
    };
    return { root, system, asked: () => asked, answer: async () => (await open(pipe, 'w')).close() };
  }

  it('is left out, and is not asked again before it has answered', async () => {
    const { root, system, asked, answer } = await withPipe();
    await simulatePen(join(root, 'hanging'), { serial: 'TW1' });
    await simulatePen(join(root, 'well'), { serial: 'TW2' });
    const finder = finderOf([join(root, 'hanging'), join(root, 'well')], { system, clock: systemClock });
    const ids = async (): Promise<string[]> => below(root, await finder.find()).map(({ id }) => id);
    expect(await ids()).toEqual(['TW2']);
    const before = await finder.fingerprint();
    expect(await ids()).toEqual(['TW2']);
    expect(asked()).toBe(1);
    expect(finder.lines).toEqual([
      `${join(root, 'hanging')} could not be read while searching for pens: it did not respond within 2 s.`,
    ]);
    await answer();
    // It says that it is worth another look.
    while ((await finder.fingerprint()) === before) await new Promise((resolve) => setImmediate(resolve));
    expect(await Promise.all([ids(), answer()])).toEqual([['TW1', 'TW2'], undefined]);
    await finder.close();
  });

  it('does not hold up the end', async () => {
    const { root, system, asked, answer } = await withPipe();
    await simulatePen(join(root, 'hanging'));
    const clock = manualClock();
    const finder = finderOf([join(root, 'hanging')], { system, clock });
    const found = finder.find();
    while (asked() === 0) await new Promise((resolve) => setImmediate(resolve));
    await finder.close();
    expect(await found).toEqual([]);
    expect(clock.waiting()).toBe(0);
    expect(finder.lines).toEqual([]);
    await answer();
  });
});

withTmpfs('pens on volumes', ({ mediaFolder, mount, bind, unmount }) => {
  const makeFolder = temporaryFolders();

  it('are found by file, by name and by configuration, several at once', async () => {
    const root = mediaFolder();
    const [byFile, byName, stick, published] = ['Mein Stift ü', 'TipToi', 'stick', 'told'].map((name) =>
      mount(`${root}/${name}`),
    );
    if (byFile === undefined || byName === undefined || stick === undefined || published === undefined)
      throw new Error('not mounted');
    writeFileSync(join(byFile, '.TIPTOI.LOG'), serialLog('TW1'));
    writeFileSync(join(stick, 'tiptoi.gme'), '');
    const pens = below(root, await finderOf([published]).find());
    expect(pens).toEqual([
      {
        id: 'TW1',
        name: 'Mein Stift ü',
        path: byFile,
        serial: 'TW1',
        firmware: 'N1',
        language: 'GERMAN',
        generation: 'ZC3202N',
        readOnly: false,
      },
      expect.objectContaining({ id: placeId(byName), name: 'TipToi', path: byName, serial: null }),
      expect.objectContaining({ path: published, name: 'told' }),
    ]);
  });

  it('come and go, and the fingerprint says so', async () => {
    const root = mediaFolder();
    const finder = finderOf([]);
    const looks: unknown[] = [];
    const look = async (): Promise<void> =>
      void looks.push([
        await finder.fingerprint(),
        below(root, await finder.find()).map(({ id, readOnly }) => [id, readOnly]),
      ]);
    await look();
    const path = mount(`${root}/tiptoi`);
    writeFileSync(join(path, '.tiptoi.log'), serialLog('TW1'));
    await look();
    execFileSync('mount', ['-o', 'remount,ro', path]);
    await look();
    unmount(path);
    await look();
    expect(looks.map((one) => (one as unknown[])[1])).toEqual([[], [['TW1', false]], [['TW1', true]], []]);
    expect(new Set(looks.map((one) => (one as unknown[])[0])).size).toBeGreaterThanOrEqual(3);
  });

  it('are one where a volume is mounted twice, by preference where the configuration says', async () => {
    const root = mediaFolder();
    const path = mount(`${root}/a`);
    writeFileSync(join(path, '.tiptoi.log'), serialLog('TW1'));
    const other = bind(path, `${root}/b`);
    expect(below(root, await finderOf([]).find()).map((pen) => [pen.id, pen.path])).toEqual([['TW1', path]]);
    expect(below(root, await finderOf([other]).find()).map((pen) => [pen.id, pen.path])).toEqual([['TW1', other]]);
  });

  it('are not the bare mount points of pens that are away', async () => {
    const root = mediaFolder();
    const path = mount(`${root}/configured`);
    const finder = finderOf([path, `${path}/folder`]);
    mkdirSync(`${path}/folder`);
    expect(below(root, await finder.find()).map((pen) => pen.path)).toEqual([path, `${path}/folder`]);
    unmount(path);
    expect(below(root, await finder.find())).toEqual([]);
  });

  it('are no folders that are named like one, wherever they are', async () => {
    const root = mediaFolder();
    mkdirSync(`${root}/tiptoi`);
    const finder = finderOf([]);
    expect(below(root, await finder.find())).toEqual([]);
    rmSync(`${root}/tiptoi`, { recursive: true });
  });

  it('are not what a folder of the host, shown at such a place, is called', async () => {
    const root = mediaFolder();
    const host = await makeFolder();
    bind(host, `${root}/tiptoi`);
    const finder = finderOf([]);
    expect(below(root, await finder.find())).toEqual([]);
    writeFileSync(join(host, '.tiptoi'), '');
    expect(below(root, await finder.find())).toHaveLength(1);
  });

  it.each(['', 'notes.txt'])('are not the folders that they leave behind, with %j in them', async (name) => {
    const root = mediaFolder();
    const path = mount(`${root}/tiptoi`);
    const finder = finderOf([path]);
    expect(below(root, await finder.find())).toHaveLength(1);
    expect(finder.isFolder(path)).toBe(false);
    unmount(path);
    if (name !== '') writeFileSync(join(path, name), '');
    expect(below(root, await finder.find())).toEqual([]);
    expect(finder.isFolder(path)).toBe(false);
    if (name !== '') rmSync(join(path, name));
  });

  it('are not such folders on a volume that holds the places of others', async () => {
    mkdirSync('/media', { recursive: true });
    mount('/media', 'size=1m', true);
    mkdirSync('/media/anna/tiptoi', { recursive: true });
    const finder = finderOf(['/media/anna/tiptoi']);
    expect(below('/media', await finder.find())).toEqual([]);
  });

  it('are not what went between the list and the look, nor drives that are mounted nowhere', async () => {
    const root = mediaFolder();
    const path = mount(`${root}/tiptoi`);
    let late = false;
    const system: PenSystem = {
      ...thisSystem,
      async text(file) {
        const text = await thisSystem.text(file);
        if (late && file === '/proc/self/mountinfo') unmount(path);
        late = false;
        return text;
      },
    };
    const finder = finderOf([], { system });
    expect(below(root, await finder.find())).toHaveLength(1);
    late = true;
    expect(below(root, await finder.find())).toEqual([]);
    const drives = [{ filesystem: '/dev/da0s1', mounted: path }];
    const other = finderOf([], {
      system: { ...thisSystem, platform: 'freebsd', drives: () => Promise.resolve(drives) },
    });
    expect(await other.find()).toEqual([]);
    mount(path);
    expect(await other.find()).toHaveLength(1);
  });

  it('stay while they are mounted, even when they are too slow for a look', async () => {
    const root = mediaFolder();
    const path = mount(`${root}/tiptoi`);
    writeFileSync(join(path, '.tiptoi.log'), serialLog('TW1'));
    const clock = manualClock();
    let slow = false;
    const system: PenSystem = {
      ...thisSystem,
      entries: (folder) =>
        slow && folder === path
          ? new Promise(() => queueMicrotask(() => clock.advance(2000)))
          : thisSystem.entries(folder),
    };
    const finder = finderOf([], { system, clock });
    const ids = async (): Promise<string[]> => below(root, await finder.find()).map(({ id }) => id);
    expect(await ids()).toEqual(['TW1']);
    slow = true;
    expect(await ids()).toEqual(['TW1']);
    expect(await ids()).toEqual(['TW1']);
    unmount(path);
    expect(await ids()).toEqual([]);
  });

  it('are looked for two hundred times without a file left open', async () => {
    const root = mediaFolder();
    for (const name of ['one', 'two', 'three'])
      writeFileSync(join(mount(`${root}/${name}`), '.tiptoi.log'), serialLog(name));
    const finder = finderOf([`${root}/one`, `${root}/none`]);
    await finder.find();
    const before = openFiles();
    for (let n = 0; n < 200; n++) expect(below(root, await finder.find())).toHaveLength(3);
    expect(openFiles()).toEqual(before);
    // Nothing of it stays on the volumes: they can be unmounted at once.
    unmount(`${root}/one`);
  });
});
