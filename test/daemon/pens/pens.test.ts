/** The pens of a daemon over a real library and a pen in a folder; time passes when a test says so. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Builds } from '../../../daemon/albums/builds.js';
import { createEvents } from '../../../daemon/events.js';
import { Jobs } from '../../../daemon/jobs.js';
import { type KnownPen, PenMemory } from '../../../daemon/pens/memory.js';
import { Pens } from '../../../daemon/pens/pens.js';
import { PenSync, type PenSyncParts } from '../../../daemon/pens/pen-sync.js';
import { targetOf, type FurtherFiles, type PenKind } from '../../../daemon/pens/wanted.js';
import { createSpeaker } from '../../../workers/audio/speaker.js';
import { createTranscoder } from '../../../workers/audio/ffmpeg/transcode.js';
import { fingerprintOf, type GmeTarget } from '../../../workers/library/fingerprint.js';
import { Library } from '../../../workers/library/library.js';
import type { AlbumRecord, AlbumView } from '../../../workers/library/types.js';
import { createPenFinder, type PenFinder } from '../../../workers/pen/find/find-pens.js';
import { placeId } from '../../../workers/pen/find/identify.js';
import { writePenLog } from '../../../workers/pen/find/pen-log.js';
import { simulatePen, type SimulatedPen } from '../../../workers/pen/simulate.js';
import type { SyncReport } from '../../../workers/pen/transfer/apply.js';
import type { Pen } from '../../../workers/pen/types.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { silentLog, type Log } from '../../../workers/base/ports.js';
import { until } from '../../support/patience.js';
import { temporaryFolders } from '../../support/folder.js';
import { anAlbum } from '../../support/records.js';
import { gmeBytes, sha256 } from '../../workers/pen/gme-files.js';
import { withMounts } from '../../workers/pen/mounts.js';
import { manualClock } from '../../support/manual-clock.js';
import { setTimeout as pause } from 'node:timers/promises';

const target: GmeTarget = { language: 'GERMAN', format: 'mp3' };
const minute = 60_000;
/** Timers of a daemon that waits for a pen. */
const repeating = 3;
let end: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of end.splice(0)) await one();
  end = [];
});
// Removed after all has ended: these hooks run in the order in which they come.
const folder = temporaryFolders();

interface PenOptions {
  /** As the configuration names the folder. */
  name?: (path: string) => string;
  /** Null: a folder without a log. */
  simulated?: SimulatedPen | null;
  auto?: boolean;
  /** Further folders that are pens. */
  more?: readonly string[];
  /** Called when a search is over, before anyone learns what it has found. */
  found?: (pens: Pen[]) => Promise<Pen[]>;
}

/** A library with albums whose files stand, and a pen in a folder, named as the configuration may. */
async function pensAt(
  oids: readonly number[],
  {
    name = (path: string) => path,
    simulated = {},
    auto = true,
    more = [],
    found = (pens) => Promise.resolve(pens),
  }: PenOptions = {},
) {
  const [home, path] = [await folder(), join(await folder(), 'pen')];
  const id = simulated === null ? placeId(path) : (await simulatePen(path, simulated)).id;
  await mkdir(path, { recursive: true });
  const library = await Library.open(join(home, 'library'), silentLog);
  await mkdir(library.gmeFolder, { recursive: true });
  for (const oid of oids) await put(library, oid, gmeBytes(oid, 1));
  const logged: string[] = [];
  const note = (sentence: string): void => void logged.push(sentence);
  const log: Log = { ...silentLog, info: note, warn: note };
  const [clock, events] = [manualClock(), createEvents()];
  const published: string[] = [];
  events.subscribe(({ type }) => published.push(type));
  const jobs = new Jobs(events, 2);
  const transcoder = createTranscoder({ ffmpegPath: () => '', cores: 1, log: silentLog });
  const memory = await PenMemory.open(join(home, 'pens.json'), log);
  const known = (): KnownPen[] => memory.withForgotten();
  const real = createPenFinder({ penPaths: () => [name(path), ...more], detect: () => false, known, clock, log });
  const finder: PenFinder = { ...real, find: async () => found(await real.find()) };
  const follow = ({ language, generation }: PenKind) => targetOf({ language, generation }, target, true);
  const builds = new Builds({
    library,
    speaker: createSpeaker(() => ''),
    transcoder,
    jobs,
    clock,
    cores: 1,
    log,
    targets: () => [target, ...memory.all().map(follow)],
    changed: () => pens.follow(),
  });
  const pens: Pens = new Pens({
    library,
    jobs,
    events,
    finder,
    memory,
    builds,
    targetOf: follow,
    log,
    clock,
    autoSync: () => auto,
    mayBeFolder: (one) => finder.isFolder(one),
    ejectWhenDone: () => false,
    view: (album) => ({ ...album }) as unknown as AlbumView,
  });
  end.push(
    () => pens.stop(),
    () => builds.stop(),
    () => jobs.stop(),
    () => transcoder.stop(),
    () => library.close(),
  );
  const view = () => pens.list().find((pen) => pen.id === id);
  const files = async (): Promise<string[]> => (await readdir(path)).filter((one) => /\.gme$|\.tmp$/.test(one)).sort();
  const settled = () =>
    until('the pen to settle', () => Promise.resolve(['ready', 'problem'].includes(view()?.state ?? '') && view()), 5);
  return { id, path, memory, library, logged, published, clock, pens, view, files, settled };
}

async function put(library: Library, oid: number, bytes: Buffer, changes: Partial<AlbumRecord> = {}): Promise<void> {
  const album = anAlbum(oid, changes);
  const filename = `${oid}.gme`;
  await writeFile(join(library.gmeFolder, 'new'), bytes);
  await rename(join(library.gmeFolder, 'new'), join(library.gmeFolder, filename));
  const gme = {
    fingerprint: fingerprintOf(album, target),
    filename,
    size: bytes.length,
    sha256: sha256(bytes),
    built_at: 0,
  };
  await library.change((data) => ({
    ...data,
    albums: [...data.albums.filter((one) => one.oid !== oid), { ...album, files: [gme] }],
  }));
}

describe('the pens', () => {
  it.each([
    ['with a slash at the end', (path: string) => `${path}/`],
    ['by way of another folder', (path: string) => `${path}/../pen`],
  ])('may be folders that are named %s', async (_, name) => {
    const { pens, settled, files } = await pensAt([5], { name });
    pens.start();
    expect(await settled()).toMatchObject({ state: 'ready', albums: [5], problems: [] });
    expect(await files()).toEqual(['5_Album-5.gme']);
  });

  it('may be folders that are named by a link', async () => {
    let link = '';
    const { pens, path, settled } = await pensAt([5], { name: () => link });
    link = `${path}-link`;
    await symlink(path, link);
    pens.start();
    expect(await settled()).toMatchObject({ state: 'ready', path, albums: [5], problems: [] });
  });

  it('get back within a minute what someone has removed, and nothing is done where nothing has changed', async () => {
    const { pens, path, files, settled, clock, published, logged } = await pensAt([5, 6]);
    pens.start();
    await settled();
    const [events, sentences] = [published.length, logged.length];
    clock.advance(minute);
    await pens.sync();
    expect(published.slice(events).filter((type) => type.startsWith('job.'))).toEqual([]);
    expect(logged.slice(sentences)).toEqual([]);
    await rm(join(path, '5_Album-5.gme'));
    clock.advance(minute);
    await until('the file', async () => (await files()).join() === '5_Album-5.gme,6_Album-6.gme', 5);
  });

  it.each([true, false])('carry another file as long as it is wanted (automatic: %s)', async (auto) => {
    const { pens, path, library, files, settled, view } = await pensAt([5], { auto });
    const bytes = gmeBytes(993, 1);
    const file = { oid: 993, title: 'Test sheet', source: join(library.gmeFolder, 'sheet') };
    await writeFile(file.source, bytes);
    await writeFile(join(path, '993_Test-sheet.gme'), 'of somebody');
    let isWanted = true;
    const languages: string[] = [];
    pens.carry(({ language }) => {
      languages.push(language);
      const files = isWanted ? [{ ...file, size: bytes.length, sha256: sha256(bytes) }] : [];
      return { files, absent: new Set(), coming: 0 };
    });
    pens.start();
    const albums = auto ? ['5_Album-5.gme'] : [];
    expect(await settled()).toMatchObject({ state: 'ready', albums: auto ? [5] : [], problems: [] });
    expect(await files()).toEqual([...albums, '993_Test-sheet-2.gme', '993_Test-sheet.gme'].sort());
    expect(await readFile(join(path, '993_Test-sheet-2.gme'))).toEqual(bytes);
    const asked = languages.length;
    expect(pens.list()).toHaveLength(1);
    expect([new Set(languages), languages.length]).toEqual([new Set([view()?.language]), asked]);
    isWanted = false;
    pens.follow();
    await until('its end', async () => (await files()).length === albums.length + 1);
    expect(await readFile(join(path, '993_Test-sheet.gme'), 'utf8')).toBe('of somebody');
    expect((await settled()).problems).toEqual([]);
  });

  it('have a file of a feature, and no album of its number, also when they are away', async () => {
    const { pens, path, library, memory, settled, view, clock, id } = await pensAt([5]);
    const bytes = gmeBytes(993, 1);
    const file = { oid: 993, title: 'Test sheet', source: join(library.gmeFolder, 'sheet') };
    await writeFile(file.source, bytes);
    const files = [{ ...file, size: bytes.length, sha256: sha256(bytes) }];
    pens.carry(() => ({ files, absent: new Set(), coming: 0 }));
    pens.start();
    expect(await settled()).toMatchObject({ albums: [5] });
    await rm(path, { recursive: true });
    clock.advance(minute);
    await until('the pen away', () => Promise.resolve(view()?.state === 'away'), 5);
    expect(view()).toMatchObject({ albums: [5] });
    expect(memory.files(id).map(({ oid }) => oid)).toEqual([5, 993]);
  });

  it("keep a person's copy of the file of a feature, and are not given another one", async () => {
    const { pens, path, library, memory, files, settled, logged, id } = await pensAt([5]);
    const bytes = gmeBytes(993, 1);
    const source = join(library.gmeFolder, 'sheet');
    await writeFile(source, bytes);
    await writeFile(join(path, 'mine.gme'), bytes);
    let isWanted = true;
    const sheet = { oid: 993, title: 'Test sheet', source, size: bytes.length, sha256: sha256(bytes) };
    pens.carry(() => ({ files: isWanted ? [sheet] : [], absent: new Set(), coming: 0 }));
    pens.start();
    expect(await settled()).toMatchObject({ state: 'ready', albums: [5], problems: [], shadowed: [] });
    expect(await files()).toEqual(['5_Album-5.gme', 'mine.gme']);
    expect(memory.files(id).map(({ oid }) => oid)).toEqual([5]);
    isWanted = false;
    const sentences = logged.length;
    await pens.sync();
    expect([await files(), logged.slice(sentences)]).toEqual([['5_Album-5.gme', 'mine.gme'], []]);
  });

  it('keep the file of a feature while it is made again, and are ready when it is made', async () => {
    const { pens, path, library, files, settled, view, logged, clock } = await pensAt([5]);
    const bytes = gmeBytes(993, 1);
    const file = { oid: 993, title: 'Test sheet', source: join(library.gmeFolder, 'sheet') };
    await writeFile(file.source, bytes);
    const made: FurtherFiles = {
      files: [{ ...file, size: bytes.length, sha256: sha256(bytes) }],
      absent: new Set(),
      coming: 0,
    };
    const absent = new Set([993]);
    let now = made;
    pens.carry(() => now);
    pens.start();
    await settled();
    const both = ['5_Album-5.gme', '993_Test-sheet.gme'];
    expect(await files()).toEqual(both);
    const sentences = logged.length;
    now = { files: [], absent, coming: 1 };
    pens.follow();
    await until('the wait for it', () => Promise.resolve(view()?.state === 'looking'), 5);
    expect([await files(), view()?.safe_to_unplug]).toEqual([both, false]);
    now = made;
    pens.follow();
    expect(await settled()).toMatchObject({ state: 'ready', safe_to_unplug: true });
    expect(logged.slice(sentences)).toEqual(['The pen pen is up to date: safe to unplug.']);

    // It could not be made.
    now = { files: [], absent, coming: 0 };
    await rm(join(path, '5_Album-5.gme'));
    clock.advance(minute);
    await until('the album again', async () => (await files()).join() === both.join(), 5);
    expect(await settled()).toMatchObject({ state: 'ready' });
    now = { ...now, absent: new Set() };
    pens.follow();
    await until('its end', async () => (await files()).join() === '5_Album-5.gme', 5);
  });

  it('say once what cannot be read', async () => {
    const { pens, path, settled, clock, logged } = await pensAt([5]);
    await mkdir(join(path, '77.gme'));
    pens.start();
    await settled();
    for (let n = 0; n < 3; n++) {
      clock.advance(minute);
      await pens.sync();
      // A search that is under way would be late at the next minute.
      await until('the search to end', () => Promise.resolve(clock.waiting() === repeating));
    }
    expect(logged.filter((sentence) => sentence.includes('77.gme'))).toHaveLength(1);
  });

  it('do not get the rest of a file whose album is deleted or edited while it is copied', async () => {
    const { pens, library, files, settled, view, logged } = await pensAt([6]);
    await put(library, 5, Buffer.concat([gmeBytes(5, 1), Buffer.alloc(300 * 1024 * 1024)]));
    pens.start();
    await until('the copy under way', async () => (await files()).includes('~tonstift-5.tmp'), 1);
    expect(view()).toMatchObject({ state: 'copying', safe_to_unplug: false });
    await library.change((data) => ({ ...data, albums: data.albums.filter(({ oid }) => oid !== 5) }));
    pens.follow();
    await until('the copy to end', async () => !(await files()).includes('~tonstift-5.tmp'), 1);
    await pens.sync();
    expect(await settled()).toMatchObject({ state: 'ready', albums: [6], problems: [] });
    expect(await files()).toEqual(['6_Album-6.gme']);
    expect(logged.join(' ')).not.toMatch(/Album 5.*was copied/);
  });

  it('take ids as pens of an album', async () => {
    const { pens, library, settled, id, view } = await pensAt([5]);
    pens.start();
    await settled();
    expect(await pens.remove(5, id)).toMatchObject({ on_pens: 'none' });
    expect(await pens.copy(5, id)).toMatchObject({ on_pens: [id] });
    await expect(pens.remove(5, 'R4NONE')).rejects.toMatchObject({ code: 'no_pen' });
    expect(library.get(5).on_pens).toEqual([id]);
    expect(view()?.albums).toEqual([5]);
  });

  it.each<'remove' | 'copy'>(['remove', 'copy'])(
    'do not %s the album that has the number in a library that is taken meanwhile',
    async (wish) => {
      const { pens, library, settled, id, files } = await pensAt([5]);
      pens.start();
      await settled();
      const other = await Library.open(await folder(), silentLog);
      const ours = anAlbum(5, { folder: 'Another', on_pens: wish === 'copy' ? 'none' : 'all' });
      await other.change((data) => ({ ...data, albums: [ours] }));
      await other.close();
      const letGo = await library.hold();
      const answer = pens[wish](5, id);
      // A build that is not needed is over before the change is asked for.
      await pause(50);
      await library.relocate(other.path, 'any');
      letGo();
      await expect(answer).rejects.toMatchObject({ code: 'not_now' });
      expect([library.get(5).on_pens, await files()]).toEqual([ours.on_pens, ['5_Album-5.gme']]);
    },
  );

  it('answer a wish for an album that is edited meanwhile when the new file is there', async () => {
    const { pens, library, files, id, path, view } = await pensAt([]);
    await put(library, 5, Buffer.concat([gmeBytes(5, 1), Buffer.alloc(300 * 1024 * 1024)]), { on_pens: 'none' });
    await pens.searchOnce();
    const wish = pens.copy(5, id);
    await until('the copy under way', async () => (await files()).includes('~tonstift-5.tmp'), 1);
    await put(library, 5, gmeBytes(5, 2), { on_pens: [id], player_mode: 'tiptoi' });
    pens.follow();
    await wish;
    expect(view()?.albums).toEqual([5]);
    expect(await readFile(join(path, '5_Album-5.gme'))).toEqual(gmeBytes(5, 2));
  });

  it('that are folders are not unmounted', async () => {
    const { pens, settled, id } = await pensAt([5]);
    pens.start();
    await settled();
    await expect(pens.eject(id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('plain folder') as unknown,
    });
  });

  it('are known to a command without being touched', async () => {
    const { pens, view, files } = await pensAt([5]);
    await pens.searchOnce();
    expect(view()).toMatchObject({ state: 'ready', safe_to_unplug: true, free_bytes: expect.any(Number) as unknown });
    expect(await files()).toEqual([]);
  });
});

describe('*Update now*', () => {
  const comingIn = (library: Library, oid: number): Promise<void> =>
    library.change((data) => ({ ...data, albums: [...data.albums, anAlbum(oid, { pending: waiting })] }));
  const waiting: AlbumRecord['pending'] = { staging: 'nowhere', sources: [] };

  it('puts on the pen what was still being made when it was asked for, and nothing that comes later', async () => {
    const { pens, library, id, view, files, clock, settled } = await pensAt([6], { auto: false });
    await comingIn(library, 5);
    await pens.searchOnce();
    let isDone = false;
    const done = pens.sync(id).then((views) => ((isDone = true), views));
    await until('the first of them', async () => (await files()).length === 1, 5);
    clock.advance(minute);
    pens.follow();
    await until('the pen to be looked at', () => Promise.resolve(view()?.state === 'looking'), 5);
    expect([isDone, view()?.safe_to_unplug]).toEqual([false, false]);
    await put(library, 5, gmeBytes(5, 1));
    pens.follow();
    expect(await done).toMatchObject([{ state: 'ready', albums: [5, 6], problems: [] }]);
    await put(library, 7, gmeBytes(7, 1));
    pens.follow();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await settled();
    expect(await files()).toEqual(['5_Album-5.gme', '6_Album-6.gme']);
  });

  it('is over when the new file of an album that was edited meanwhile is on the pen', async () => {
    const { pens, library, files, id, path } = await pensAt([], { auto: false });
    await put(library, 5, Buffer.concat([gmeBytes(5, 1), Buffer.alloc(300 * 1024 * 1024)]));
    await pens.searchOnce();
    const done = pens.sync(id);
    await until('the copy under way', async () => (await files()).includes('~tonstift-5.tmp'), 1);
    await put(library, 5, gmeBytes(5, 2), { player_mode: 'tiptoi' });
    pens.follow();
    expect(await done).toMatchObject([{ state: 'ready', albums: [5] }]);
    expect(await readFile(join(path, '5_Album-5.gme'))).toEqual(gmeBytes(5, 2));
  });

  it('answers a page at once that files are still being made', async () => {
    const { pens, library, id } = await pensAt([], { auto: false });
    await comingIn(library, 5);
    await pens.searchOnce();
    expect(await pens.sync(id, { waits: false })).toMatchObject([{ state: 'looking', safe_to_unplug: false }]);
  });

  it('ends with a reason when the pen is pulled out before all was on it', async () => {
    const { pens, library, id, path, files } = await pensAt([6], { auto: false });
    await comingIn(library, 5);
    await pens.searchOnce();
    const done = pens.sync(id).catch((error: unknown) => error);
    await until('the first of them', async () => (await files()).length === 1, 5);
    // The copy may just write another file into it.
    await rm(path, { recursive: true, maxRetries: 10, retryDelay: 5 });
    await pens.searchOnce();
    expect(await done).toMatchObject({ code: 'not_now' });
  });
});

it('a wish ends when its pen is pulled out after the first report and before the wait for the rest', async () => {
  const sync = new PenSync({ id: 'S1', name: 'pen' } as Pen, 0, { log: silentLog } as PenSyncParts);
  sync.gone(new TonstiftError('no_pen', 'The pen is gone.'));
  await expect(sync.built({ kept: [] } as unknown as SyncReport)).rejects.toMatchObject({ code: 'no_pen' });
});

it.each(['copy', 'remove'] as const)(
  'an order to %s an album that could not be carried out is tried again',
  async (what) => {
    const { pens, library, id, files, clock } = await pensAt([5], { auto: false });
    await pens.searchOnce();
    if (what === 'remove') await pens.copy(5, id);
    const before = await files();
    Object.defineProperty(library, 'awayWords', { configurable: true, value: 'The disk is away for a moment.' });
    await expect(pens[what](5, id)).rejects.toMatchObject({ code: 'not_now' });
    expect(await files()).toEqual(before);
    Reflect.deleteProperty(library, 'awayWords');
    clock.advance(minute);
    await until('the order to be carried out', async () => (await files()).length !== before.length, 5);
  },
);

describe('*Take it off this pen*', () => {
  it('leaves the album on pens that are not remembered', async () => {
    const { pens, library, id } = await pensAt([5], { simulated: { serial: 'S1' } });
    await library.changeAlbum(library.get(5).folder, (album) => ({ ...album, on_pens: ['S1', 'S2'] }));
    await pens.searchOnce();
    expect(await pens.remove(5, id)).toMatchObject({ on_pens: ['S2'] });
  });
});

describe('a copy of a pen, with the same number', () => {
  it('keeps an album that is taken off the other one, and loses one that is taken off it', async () => {
    const other = join(await folder(), 'copy');
    await simulatePen(other, { serial: 'S1' });
    const { pens, library, id, files } = await pensAt([5, 6], { simulated: { serial: 'S1' }, more: [other] });
    await pens.searchOnce();
    await pens.sync();
    const copy = pens.list().find((pen) => pen.path === other)?.id ?? '';
    const here = pens.list().find((pen) => pen.path !== other)?.id ?? '';
    expect([id, here]).toEqual(['S1', 'S1']);
    expect(await pens.remove(5, here)).toMatchObject({ on_pens: [copy] });
    expect(await pens.remove(6, copy)).toMatchObject({ on_pens: [here] });
    await pens.sync();
    expect([await files(), await readdir(other)]).toEqual([['6_Album-6.gme'], ['.tiptoi.log', '5_Album-5.gme']]);
    expect(library.albums.map(({ on_pens: on }) => on)).toEqual([[copy], [here]]);
  });
});

describe('a pen without a number', () => {
  it('loses a deleted album after its log has appeared', async () => {
    const { pens, library, id, path, files, settled, view } = await pensAt([5, 6], { simulated: null });
    await pens.searchOnce();
    await pens.sync(id);
    expect(await files()).toEqual(['5_Album-5.gme', '6_Album-6.gme']);
    await library.change((data) => ({ ...data, albums: data.albums.filter(({ oid }) => oid !== 5) }));
    const log = { serial: 'S1', firmware: 'N1', language: 'GERMAN', generation: 'ZC3202N' as const };
    await writeFile(join(path, '.tiptoi.log'), writePenLog(log));
    pens.start();
    await until('the number', () => Promise.resolve(pens.list().some(({ serial }) => serial === 'S1')), 5);
    await pens.sync('S1');
    await settled();
    expect(await files()).toEqual(['6_Album-6.gme']);
    expect(pens.list()).toHaveLength(1);
    expect(view()).toMatchObject({ id, language: 'GERMAN', albums: [6] });
  });
});

describe('*Forget*', () => {
  it('leaves the files ours: an edited album is replaced, and a deleted one is removed', async () => {
    const { pens, path, library, files, settled, view, clock, id } = await pensAt([5, 6]);
    pens.start();
    await settled();
    await rename(path, `${path}-away`);
    clock.advance(minute);
    await until('the pen away', () => Promise.resolve(view()?.state === 'away'), 5);
    expect(await pens.forget(id)).toEqual([]);
    await library.change((data) => ({ ...data, albums: data.albums.filter(({ oid }) => oid !== 6) }));
    await put(library, 5, gmeBytes(5, 2), { player_mode: 'tiptoi' });
    await rename(`${path}-away`, path);
    clock.advance(minute);
    await until('the pen', () => Promise.resolve(view() !== undefined), 5);
    expect(await settled()).toMatchObject({ state: 'ready', albums: [5], shadowed: [], problems: [] });
    expect(await files()).toEqual(['5_Album-5.gme']);
    expect(await readFile(join(path, '5_Album-5.gme'))).toEqual(gmeBytes(5, 2));
  });

  it('is refused from the moment at which the pen is noted', async () => {
    const { pens, memory, id } = await pensAt([5]);
    const seen = memory.seen.bind(memory);
    let refusal: unknown;
    memory.seen = async (...pen) => {
      await seen(...pen);
      refusal ??= await pens.forget(id).catch((error: unknown) => error);
    };
    await pens.searchOnce();
    expect(refusal).toMatchObject({ code: 'conflict' });
    expect(memory.all().map((pen) => pen.id)).toEqual([id]);
  });
});

describe('the page of pens', () => {
  it('no longer has an album on a pen from which someone has taken its file', async () => {
    const { pens, path, view } = await pensAt([5, 6], { auto: false });
    await pens.searchOnce();
    await pens.sync();
    await rm(join(path, '5_Album-5.gme'));
    pens.follow();
    await until('the album gone', () => Promise.resolve(view()?.albums.join() === '6'), 5);
  });

  it('says when a pen was seen last, not when it came', async () => {
    let searches = 0;
    const found = (all: Pen[]): Promise<Pen[]> => Promise.resolve((searches++, all));
    const { pens, path, view, clock, settled } = await pensAt([], { found });
    pens.start();
    await settled();
    const came = clock.now();
    for (let n = 0; n < 2; n++) {
      const before = searches;
      clock.advance(minute);
      await until('the search to end', () => searches > before && clock.waiting() === repeating);
    }
    const before = clock.now();
    await rm(path, { recursive: true });
    clock.advance(minute);
    await until('the pen away', () => Promise.resolve(view()?.state === 'away'), 5);
    const seen = Date.parse(view()?.last_seen ?? '');
    expect(before).toBeGreaterThan(came);
    expect(seen).toBe(before);
  });
});

withMounts('*Eject*', () => {
  const mounted = (path: string): boolean => spawnSync('mountpoint', ['-q', path]).status === 0;
  /** Where nothing is a pen once it is unmounted. */
  const plugIn = async (): Promise<[path: string, id: string]> => {
    await mkdir('/media', { recursive: true });
    const path = await mkdtemp('/media/tonstift-test-');
    end.unshift(async () => {
      if (mounted(path)) execFileSync('umount', ['-l', path]);
      await rmdir(path);
    });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path]);
    return [path, (await simulatePen(path)).id];
  };

  it('is still said to be safe to unplug when a search was under way', async () => {
    let letGo: (() => void) | undefined;
    let isHeld = false;
    const found = async (all: Pen[]): Promise<Pen[]> => {
      if (isHeld) await new Promise<void>((resolve) => (letGo = resolve));
      return all;
    };
    const [path, id] = await plugIn();
    const { pens, settled, clock } = await pensAt([], { found, more: [path] });
    pens.start();
    await settled();
    isHeld = true;
    clock.advance(15_000);
    await until('a search under way', () => Promise.resolve(letGo !== undefined), 5);
    isHeld = false;
    await pens.eject(id);
    expect(mounted(path)).toBe(false);
    letGo?.();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(pens.list().find((pen) => pen.id === id)).toMatchObject({ state: 'away', unmounted: true });
  });

  it('takes the real pen though a folder that stands for a pen comes first', async () => {
    const [real] = await plugIn();
    const { pens } = await pensAt([], { more: [real] });
    await pens.searchOnce();
    expect(pens.list().map(({ state }) => state)).toEqual(['ready', 'ready']);
    await expect(pens.eject()).rejects.toMatchObject({ code: 'conflict' });
    expect(mounted(real)).toBe(false);
  });
});

describe('variants', () => {
  it('are not made of an album whose files were removed on purpose', async () => {
    const { pens, library, settled, published } = await pensAt([5], { simulated: { language: 'FRENCH' } });
    await library.change((data) => ({
      ...data,
      albums: data.albums.map((album) => ({ ...album, files: [], gme_paused: fingerprintOf(album, target) })),
    }));
    pens.start();
    expect(await settled()).toMatchObject({ state: 'ready', albums: [] });
    expect(published.filter((type) => type.startsWith('job.'))).toEqual([]);
  });
});

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
    const logged: string[] = [];
    const memory = await PenMemory.open(path, { ...silentLog, error: (sentence) => void logged.push(sentence) });
    expect([memory.all(), logged]).toEqual([[], [expect.stringContaining('pens.json cannot be read')]]);
    await memory.seen(pen, 7);
    const names = (await readdir(dirname(path))).sort();
    expect(names).toEqual(['pens.json', expect.stringMatching(/^pens\.json\.broken-\d+$/)]);
    expect((await PenMemory.open(path, silentLog)).get('001-1')?.last_seen).toBe(7);
  });
});
