import { describe, expect, it } from '@jest/globals';
import { doubtfulFiles, sameTime } from '../../../workers/pen/plan/own-files.js';
import { isInOrder, oursIn, planSync, type SyncInput } from '../../../workers/pen/plan/plan.js';
import type { PenFile, RememberedFile, WantedFile } from '../../../workers/pen/types.js';

const noon = Date.UTC(2024, 5, 1, 12);
const hour = 3_600_000;

const wanted = (oid: number, sha256 = `new-${oid}`, size = 5000): WantedFile => ({
  oid,
  title: `Album ${oid}`,
  source: `/gme/${oid}`,
  size,
  sha256,
});
const file = (path: string, productId: number | null, size = 4000, mtimeMs = noon): PenFile => ({
  path,
  size,
  mtimeMs,
  productId,
});
const memory = (path: string, oid: number, sha256 = `old-${oid}`, size = 4000, mtimeMs = noon): RememberedFile => ({
  path,
  oid,
  size,
  mtimeMs,
  sha256,
});
const plan = (input: Partial<SyncInput>) => planSync({ wanted: [], files: [], remembered: [], ...input });
const digests = (all: Record<string, string>) => new Map(Object.entries(all));

describe('times of a FAT file', () => {
  it.each([
    [0, true],
    [1999, true],
    [2000, true],
    [2001, false],
    [hour, true],
    [-2 * hour, true],
    [5.5 * hour + 2000, true],
    [5.75 * hour - 1999, true],
    [26 * hour, true],
    [26.25 * hour, false],
    [hour + 2001, false],
    [7 * 60_000, false],
    [-(hour + 60_000), false],
    [365 * 24 * hour, false],
  ])('apart by %d ms are the same: %s', (apart, same) => {
    expect(sameTime(noon, noon + apart)).toBe(same);
    expect(sameTime(noon + apart, noon)).toBe(same);
  });
});

describe('the plan', () => {
  it('copies what is not there', () => {
    const made = plan({ wanted: [wanted(920)] });
    expect(made.copy).toEqual([{ wanted: wanted(920), name: '920_Album-920.gme', replaces: [] }]);
    expect(isInOrder(made)).toBe(false);
  });

  it('keeps what is there and current', () => {
    const current = memory('920_Album-920.gme', 920, 'new-920', 5000);
    const made = plan({
      wanted: [wanted(920)],
      remembered: [current],
      files: [file(current.path, 920, 5000, noon + hour)],
    });
    expect(made.keep).toEqual([{ ...current, mtimeMs: noon + hour }]);
    expect(isInOrder(made)).toBe(true);
  });

  it('replaces older copies of ours, whatever their names are', () => {
    const old = [memory('920_Album-920.gme', 920), memory('sub/920_Before.gme', 920, 'older', 3000)];
    const made = plan({
      wanted: [wanted(920)],
      remembered: old,
      files: [file(old[0]!.path, 920), file(old[1]!.path, 920, 3000)],
    });
    expect(made.copy).toEqual([{ wanted: wanted(920), name: '920_Album-920.gme', replaces: old }]);
    expect([made.remove, made.shadowed]).toEqual([[], []]);
  });

  it('removes copies of albums that are not wanted, and further copies of those that are', () => {
    const gone = memory('5_Gone.gme', 5);
    const twice = [
      memory('920_Album-920.gme', 920, 'new-920', 5000),
      memory('920_Old-Title.gme', 920, 'new-920', 5000),
    ];
    const made = plan({
      wanted: [wanted(920)],
      remembered: [gone, ...twice],
      files: [file(gone.path, 5), ...twice.map(({ path }) => file(path, 920, 5000))],
    });
    expect(made.keep).toEqual([twice[0]]);
    expect(made.remove).toEqual([gone, twice[1]]);
    expect(made.own).toHaveLength(3);
  });

  it('never touches a file that is not ours, and reports the one that shadows', () => {
    const made = plan({
      wanted: [wanted(920)],
      files: [file('theirs.gme', 920), file('920_Album-920.GME', 17), file('x.gme', null), file('other.gme', 30)],
    });
    expect(made.copy.map(({ name, replaces }) => [name, replaces])).toEqual([['920_Album-920-2.gme', []]]);
    expect(made.shadowed).toEqual([{ oid: 920, path: 'theirs.gme' }]);
    expect([made.own, made.remove, made.adopt]).toEqual([[], [], []]);
  });

  it.each([
    ['size', file('920_Album-920.gme', 920, 4001)],
    ['time', file('920_Album-920.gme', 920, 4000, noon + 7 * 60_000)],
    ['product id', file('920_Album-920.gme', 921)],
    ['header', file('920_Album-920.gme', null)],
  ])('lets go of a file whose %s was changed', (_, found) => {
    const made = plan({
      wanted: [wanted(920)],
      files: [found],
      remembered: [memory('920_Album-920.gme', 920)],
      digests: digests({ '920_Album-920.gme': 'something' }),
    });
    expect(made.changed).toEqual([{ oid: 920, path: '920_Album-920.gme' }]);
    expect(made.copy[0]).toMatchObject({ name: '920_Album-920-2.gme', replaces: [] });
    expect([made.own, made.remove]).toEqual([[], []]);
  });

  it('knows what was touched or moved by its content', () => {
    const remembered = [memory('920_Album-920.gme', 920), memory('5_Gone.gme', 5)];
    const files = [file('920_Album-920.gme', 920, 4000, 0), file('sub/gone.gme', 5)];
    expect(doubtfulFiles(files, remembered, [wanted(920)])).toEqual(files);
    const made = plan({
      wanted: [wanted(920)],
      files,
      remembered,
      digests: digests({ '920_Album-920.gme': 'old-920', 'sub/gone.gme': 'old-5' }),
    });
    expect(made.copy[0]?.replaces).toEqual([{ ...remembered[0], mtimeMs: 0 }]);
    expect(made.remove).toEqual([{ ...remembered[1], path: 'sub/gone.gme' }]);
  });

  it("leaves a copy of ours that someone made beside it, and looks into it only for the album's sake", () => {
    const remembered = [memory('920_Album-920.gme', 920, 'new-920', 5000)];
    const files = [file('920_Album-920.gme', 920, 5000), file('copy.gme', 920, 5000)];
    expect(doubtfulFiles(files, remembered, [wanted(920)])).toEqual([]);
    const made = plan({ wanted: [wanted(920)], files, remembered, digests: digests({ 'copy.gme': 'new-920' }) });
    expect(isInOrder(made)).toBe(true);
    expect(made.shadowed).toEqual([{ oid: 920, path: 'copy.gme' }]);
  });

  it('adopts the content that is wanted', () => {
    const files = [file('by-hand.gme', 920, 5000), file('again.gme', 920, 5000), file('same-size.gme', 30, 5000)];
    expect(doubtfulFiles(files, [], [wanted(920)]).map(({ path }) => path)).toEqual(['by-hand.gme', 'again.gme']);
    const made = plan({
      wanted: [wanted(920)],
      files,
      digests: digests({ 'by-hand.gme': 'new-920', 'again.gme': 'new-920' }),
    });
    expect(made.adopt).toEqual([memory('by-hand.gme', 920, 'new-920', 5000)]);
    expect(made.copy).toEqual([]);
    expect(made.shadowed).toEqual([{ oid: 920, path: 'again.gme' }]);
  });

  it('adopts a current copy and removes the older one beside it', () => {
    const old = memory('920_Before.gme', 920);
    const made = plan({
      wanted: [wanted(920)],
      remembered: [old],
      files: [file(old.path, 920), file('920_Album-920.gme', 920, 5000)],
      digests: digests({ '920_Album-920.gme': 'new-920' }),
    });
    expect([made.adopt.length, made.copy.length]).toEqual([1, 0]);
    expect(made.remove).toEqual([old]);
  });

  it.each([
    ['none of ours', []],
    ['an older one of ours', [memory('993_Test-sheet.gme', 993)]],
    ['an entry for its name', [memory('by-hand.gme', 993)]],
  ])('keeps a copy of a file that is not adopted, and does not remember it (%s)', (_, remembered) => {
    const sheet = { ...wanted(993), adopts: false };
    const ours = remembered.filter(({ path }) => path !== 'by-hand.gme');
    const files = [file('by-hand.gme', 993, 5000), ...ours.map(({ path }) => file(path, 993))];
    const found = digests({ 'by-hand.gme': 'new-993' });
    const made = plan({ wanted: [sheet], files, remembered, digests: found });
    expect(made.keep).toEqual([memory('by-hand.gme', 993, 'new-993', 5000)]);
    expect([made.copy, made.adopt, made.shadowed, made.changed]).toEqual([[], [], [], []]);
    expect([made.own, made.remove]).toEqual([ours, ours]);
    const next = plan({ wanted: [sheet], files: files.slice(0, 1), digests: found });
    expect([isInOrder(next), oursIn(next)]).toEqual([true, []]);
    const end = plan({ files: files.slice(0, 1) });
    expect([isInOrder(end), end.remove]).toEqual([true, []]);
  });

  it("leaves the pen's own folders alone, whatever is remembered of them", () => {
    const inside = ['system/920.gme', 'SONGS/920.gme', 'stories/x/920.gme', 'LanguageInfo/920.gme'];
    const remembered = inside.map((path) => memory(path, 920));
    const files = inside.map((path) => file(path, 920));
    const all = digests(Object.fromEntries(inside.map((path) => [path, 'old-920'])));
    expect(doubtfulFiles(files, remembered, [wanted(920, 'old-920', 4000)])).toEqual([]);
    for (const wishes of [[], [wanted(920, 'old-920', 4000)]]) {
      const made = plan({ wanted: wishes, files, remembered, digests: all });
      expect([made.own, made.remove, made.adopt, made.keep]).toEqual([[], [], [], []]);
      expect(made.shadowed).toHaveLength(4 * wishes.length);
    }
  });

  it('compares names as FAT does, but tells files that differ by case alone', () => {
    const remembered = [memory('920_Album-920.gme', 920)];
    const upper = plan({ files: [file('920_ALBUM-920.GME', 920)], remembered });
    expect(upper.remove).toEqual([{ ...remembered[0], path: '920_ALBUM-920.GME' }]);
    const both = plan({ files: [file('920_Album-920.gme', 920), file('920_ALBUM-920.GME', 920)], remembered });
    expect(both.remove).toEqual(remembered);
  });

  it('replaces a file of ours by the name that it has there, in capitals too', () => {
    const old = memory('920_Album-920.gme', 920);
    const made = plan({ wanted: [wanted(920)], files: [file('920_ALBUM-920.GME', 920)], remembered: [old] });
    expect(made.copy).toEqual([
      { wanted: wanted(920), name: '920_ALBUM-920.GME', replaces: [{ ...old, path: '920_ALBUM-920.GME' }] },
    ]);
  });

  it('has something to remember where only a look at the content told what is ours', () => {
    const current = memory('920_Album-920.gme', 920, 'new-920', 5000);
    const touched = [file(current.path, 920, 5000, 0)];
    const made = plan({
      wanted: [wanted(920)],
      files: touched,
      remembered: [current],
      digests: digests({ [current.path]: 'new-920' }),
    });
    expect([made.keep, made.learned, isInOrder(made)]).toEqual([[{ ...current, mtimeMs: 0 }], true, false]);
    expect(doubtfulFiles(touched, made.keep, [wanted(920)])).toEqual([]);
    expect(isInOrder(plan({ wanted: [wanted(920)], files: touched, remembered: made.keep }))).toBe(true);
    const lost = plan({
      files: [file(current.path, 920, 5000, 0)],
      remembered: [current],
      digests: digests({ [current.path]: 'another' }),
    });
    expect([lost.changed.length, isInOrder(lost)]).toEqual([1, false]);
  });

  it('knows a file by either entry where a crash left two for one name', () => {
    const entries = [
      memory('920_Album-920.gme', 920),
      memory('920_Album-920.gme', 920, 'new-920', 5000, noon + 60_000),
    ];
    const before = plan({ wanted: [wanted(920)], remembered: entries, files: [file('920_Album-920.gme', 920)] });
    expect(before.copy[0]?.replaces).toEqual([entries[0]]);
    const after = plan({
      wanted: [wanted(920)],
      remembered: entries,
      files: [file('920_Album-920.gme', 920, 5000, noon + 60_000)],
    });
    expect(after.keep).toEqual([entries[1]]);
    expect([before.changed, after.changed]).toEqual([[], []]);
    expect(isInOrder(after)).toBe(true);
  });

  it('asks the content where these two entries have one size and nearly one time', () => {
    const entries = [
      memory('920_Album-920.gme', 920, 'old-920', 5000),
      memory('920_Album-920.gme', 920, 'new-920', 5000, noon + 1000),
    ];
    const found = [file('920_Album-920.gme', 920, 5000)];
    expect(doubtfulFiles(found, entries, [wanted(920)])).toEqual(found);
    for (const [content, copies] of [
      ['old-920', 1],
      ['new-920', 0],
    ] as const) {
      expect(
        plan({
          wanted: [wanted(920)],
          remembered: entries,
          files: found,
          digests: digests({ '920_Album-920.gme': content }),
        }).copy,
      ).toHaveLength(copies);
    }
  });

  it('forgets nothing of a file that cannot be read now, touched or moved', () => {
    const [touched, moved] = [memory('a.gme', 1), memory('b.gme', 2)];
    const files = [file('a.gme', 1, 4000, noon + 365 * 24 * hour), file('New/b.gme', 2)];
    const made = plan({ files, remembered: [touched, moved], unread: new Set(['a.gme', 'New/b.gme']) });
    expect([made.unseen, made.changed, made.remove]).toEqual([[touched, moved], [], []]);
    expect(plan({ files, remembered: [touched, moved] }).unseen).toEqual([]);
  });

  it('does not forget what could not be read, nor take its name', () => {
    const remembered = [memory('920_Album-920.gme', 920), memory('sub/5.gme', 5), memory('7.gme', 7)];
    const skipped = [
      { path: '920_Album-920.gme', reason: 'EIO' },
      { path: 'sub', reason: 'EIO' },
    ];
    const made = plan({ wanted: [wanted(920)], remembered, skipped });
    expect(made.unseen).toEqual(remembered.slice(0, 2));
    expect(made.copy[0]?.name).toBe('920_Album-920-2.gme');
  });

  it('cleans up what cut-off copies left, and no other name', () =>
    expect(plan({ leftovers: ['~tonstift-9.tmp', '../x', 'a.gme'] }).leftovers).toEqual(['~tonstift-9.tmp']));

  it('takes the album that has an OID now for the one that had it', () => {
    const made = plan({
      wanted: [wanted(5, 'another', 4000)],
      remembered: [memory('5_Old.gme', 5)],
      files: [file('5_Old.gme', 5)],
    });
    expect(made.copy[0]).toMatchObject({ name: '5_Album-5.gme', replaces: [{ path: '5_Old.gme' }] });
  });
});
