/** The real program with pens that are really mounted: what is to be on them gets there, whatever happens. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PenView } from '../../http/resources/pens/service.js';
import type { AlbumView } from '../../workers/library/types.js';
import { readGme } from '../../workers/gme/read.js';
import { bytesSource } from '../../workers/gme/source.js';
import { Sandbox } from '../daemon/cli/program.js';
import { mp3 } from '../fixtures/mp3.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { temporaryFolders } from '../support/folder.js';
import { until } from '../support/patience.js';
import { simulatePen } from '../../workers/pen/simulate.js';
import { mountedPen, type MountedPen } from './pen-mount.js';
import { withMounts } from './with-mounts.js';
import { times } from '../support/times.js';

interface Failure {
  success: boolean;
  error: { code: string; message: string };
}

const sandbox = new Sandbox();
afterAll(() => sandbox.clear());
let home: string;
let daemon: RunningDaemon;
let pens: MountedPen[] = [];
async function begin(flags: readonly string[] = []): Promise<void> {
  home = await mkdtemp(join(tmpdir(), 'tonstift-test-'));
  daemon = await startProgram(home, flags);
}

async function end(): Promise<void> {
  await daemon.stop();
  for (const pen of pens) pen.remove();
  pens = [];
  await rm(home, { recursive: true, force: true });
}

async function newPen(options: Parameters<typeof mountedPen>[1] = {}): Promise<MountedPen> {
  const pen = await mountedPen(home, options);
  pens.push(pen);
  return pen;
}

/** One track of so many frames of 208 bytes; as large as it is long. The first album is 920, the second one 921. */
async function upload(title: string, frames = 100, tracks = 1): Promise<AlbumView> {
  const files: Record<string, Buffer> = {};
  for (let n = 1; n <= tracks; n++) {
    const tags = { TALB: title, TIT2: `Lied ${n}`, TRCK: String(n) };
    files[`${n}.mp3`] = await mp3({ frames, offset: (title.length * 13 + n * 5) % 200, tags });
  }
  const album = await daemon.upload(files);
  // The numbers of albums that were deleted before rest.
  const oid = 919 + (await daemon.albums()).length;
  if (album.oid !== oid) await act({ action: 'update', uid: String(album.oid), oid: String(oid) });
  return until('the file for the pen', async () =>
    (await daemon.albums()).find((one) => one.oid === oid && one.gme_state === 'ready'),
  );
}

const listed = async (): Promise<PenView[]> => (await daemon.json<{ pens: PenView[] }>('/pens')).pens;
const penHere = async (id: string): Promise<PenView | undefined> =>
  (await listed()).find((pen) => pen.id === id && pen.plugged_in);
const settled = (id: string): Promise<PenView> =>
  until(`the pen ${id} to settle`, async () => {
    const pen = await penHere(id);
    return pen !== undefined && ['ready', 'problem'].includes(pen.state) ? pen : undefined;
  });
const built = async (oid: number): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${daemon.url}/download_gme/${oid}`)).arrayBuffer());
const productIds = (pen: MountedPen): number[] =>
  [...pen.gmes().values()].map((bytes) => readGme(bytesSource(bytes)).productId).sort((a, b) => a - b);
const failure = async (answer: Response): Promise<[number, string, string]> => {
  const { error } = (await answer.json()) as Failure;
  return [answer.status, error.code, error.message];
};
const act = async (fields: Record<string, string>): Promise<AlbumView> => {
  const answer = await daemon.post('/library', fields);
  const body = (await answer.json()) as { album: AlbumView };
  expect([answer.status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('"success":true')]);
  return body.album;
};

withMounts('a pen that is plugged in', () => {
  beforeAll(() => begin(['--pen-detect=true']));
  afterAll(end);
  afterEach(async () => {
    for (const pen of pens) pen.remove();
    pens = [];
    for (const { oid } of await daemon.albums()) await act({ action: 'delete', uid: String(oid) });
    await until('no pen', async () =>
      (await listed()).every((pen) => !pen.plugged_in || pen.path?.startsWith('/mnt/tonstift test ') === false),
    );
  });

  it('has an album of 10 MB once it is mounted, byte for byte', async () => {
    const { oid } = await upload('Große Töne', 2000, 25);
    expect((await built(oid)).length).toBeGreaterThan(10e6);
    const pen = await newPen();
    pen.plugIn();
    await until('the file on the pen', async () => pen.gmes().size === 1, 20);
    expect([...pen.gmes().keys()]).toEqual(['920_Grosse-Toene.gme']);
    expect([...pen.gmes().values()][0]?.equals(await built(oid))).toBe(true);
    expect(await settled(pen.id)).toMatchObject({
      state: 'ready',
      safe_to_unplug: true,
      albums: [920],
      language: 'GERMAN',
      path: pen.point,
    });
    expect(daemon.output()).toContain('safe to unplug');
    expect(await (await fetch(`${daemon.url}/pens`)).text()).toContain('safe to unplug');
    expect(await (await fetch(`${daemon.url}/library`)).text()).toContain('on the pen');
  });

  it('follows edits, new albums and deletions while it is plugged in, and afterwards', async () => {
    const pen = await newPen();
    pen.plugIn();
    await upload('Eins', 100, 3);
    await upload('Zwei');
    await until('both', async () => productIds(pen).join() === '920,921');
    await act({ action: 'update', uid: '920', album_title: 'Anders', player_mode: 'tiptoi' });
    await until(
      'the new name',
      async () => pen.names().includes('920_Anders.gme') && !pen.names().includes('920_Eins.gme'),
    );
    await until('the new content', async () =>
      pen
        .gmes()
        .get('920_Anders.gme')
        ?.equals(await built(920)),
    );
    await act({ action: 'delete', uid: '921' });
    await until('one less', async () => productIds(pen).join() === '920');
    pen.pullOut();
    await until('the pen gone', async () => (await penHere(pen.id)) === undefined);
    await act({ action: 'delete', uid: '920' });
    expect(productIds(pen)).toEqual([920]);
    pen.plugIn();
    await until('nothing left', async () => pen.gmes().size === 0);
  });

  it('does not copy again what is there, nor touch what is not ours, and says what shadows an album', async () => {
    await upload('Eins');
    const pen = await newPen();
    const foreign = await built(920);
    foreign[0x30] = 0x41;
    mkdirSync(join(pen.files, 'Spiele'));
    writeFileSync(join(pen.files, 'Spiele/Fremd.GME'), foreign);
    writeFileSync(join(pen.files, 'firmware.upd'), 'x');
    pen.plugIn();
    const view = await settled(pen.id);
    expect(view).toMatchObject({ state: 'problem', shadowed: [{ oid: 920, path: 'Spiele/Fremd.GME' }] });
    expect(await failure(await daemon.post('/library', { action: 'copy_gme', uid: '920' }))).toEqual([
      409,
      'conflict',
      expect.stringContaining('Fremd.GME'),
    ]);
    const before = daemon.output().length;
    pen.pullOut();
    await until('the pen gone', async () => (await penHere(pen.id)) === undefined);
    pen.plugIn();
    await settled(pen.id);
    expect(daemon.output().slice(before)).not.toMatch(/was copied/);
    await act({ action: 'delete', uid: '920' });
    await until('ours gone', async () => !pen.names().some((name) => name.startsWith('920')));
    expect(readFileSync(join(pen.files, 'Spiele/Fremd.GME')).equals(foreign)).toBe(true);
    expect(pen.names()).toContain('firmware.upd');
  });

  it('does what is asked of single albums and pens', async () => {
    const pen = await newPen();
    pen.plugIn();
    await upload('Eins');
    await until('the album', async () => productIds(pen).join() === '920');
    expect((await act({ action: 'delete_gme_tiptoi', uid: '920' })).on_pens).toBe('none');
    expect(pen.gmes().size).toBe(0);
    expect((await act({ action: 'copy_to_pen', uid: '920', pen: pen.id })).on_pens).toEqual([pen.id]);
    expect(productIds(pen)).toEqual([920]);
    if (pen.writeProtect()) {
      await until('the lock noticed', async () => (await penHere(pen.id))?.read_only);
      expect(
        await failure(await daemon.post('/library', { action: 'delete_from_pen', uid: '920', pen: pen.id })),
      ).toEqual([503, 'no_pen', expect.stringContaining('write-protected')]);
      expect((await daemon.albums())[0]?.on_pens).toEqual([pen.id]);
      pen.pullOut();
      pen.plugIn();
      await until('the lock gone', async () => (await penHere(pen.id))?.read_only === false);
    }
    expect((await act({ action: 'update', uid: '920', on_pens: 'none' })).on_pens).toBe('none');
    await until('it gone', async () => pen.gmes().size === 0);
    expect(await failure(await daemon.post('/library', { action: 'copy_gme', uid: '920', pen: 'NOSUCHPEN' }))).toEqual([
      503,
      'no_pen',
      expect.stringContaining('"NOSUCHPEN" is not plugged in'),
    ]);
    expect(await failure(await daemon.post('/library', { action: 'copy_gme', uid: '5' }))).toEqual([
      404,
      'album_not_found',
      expect.anything(),
    ]);
    expect(await failure(await daemon.post('/pens', { action: 'dance' }))).toEqual([
      400,
      'unknown_action',
      expect.stringContaining('sync, eject'),
    ]);
    const status = await sandbox.run(['--home', home, 'pen', 'status']);
    expect([status.code, status.stdout]).toEqual([0, expect.stringContaining(pen.id)]);
    const eject = await daemon.post('/pens', { action: 'eject', pen: pen.id });
    expect(eject.status).toBe(200);
    expect((await listed()).find((one) => one.id === pen.id)).toMatchObject({ state: 'away', unmounted: true });
    expect(await (await fetch(`${daemon.url}/pens`)).text()).toContain('ejected, safe to unplug');
    expect(readFileSync('/proc/self/mountinfo', 'utf8').includes(pen.id)).toBe(false);
    expect(await failure(await daemon.post('/pens', { action: 'sync' }))).toEqual([503, 'no_pen', expect.anything()]);
  });

  it('has its own variant: language and sound are the pen’s', async () => {
    await upload('Eins', 200, 2);
    const french = await newPen({ name: 'eins', serial: 'F000000001', language: 'FRENCH', generation: 'ZC3203L' });
    const german = await newPen({ name: 'zwei', serial: 'G000000001', language: 'GERMAN', generation: 'ZC3202N' });
    french.plugIn();
    german.plugIn();
    await until('both', async () => french.gmes().size === 1 && german.gmes().size === 1);
    const read = (pen: MountedPen): { language: string; starts: string[] } => {
      const gme = readGme(bytesSource([...pen.gmes().values()][0] ?? Buffer.alloc(0)));
      return { language: gme.language, starts: gme.media.map(({ kind }) => kind) };
    };
    expect(read(german)).toEqual({ language: 'GERMAN', starts: ['mp3', 'mp3'] });
    expect(read(french)).toEqual({ language: 'FRENCH', starts: ['ogg', 'ogg'] });
    await act({ action: 'update', uid: '920', album_title: 'Zwei', player_mode: 'tiptoi' });
    await until(
      'both renamed',
      async () => french.names().includes('920_Zwei.gme') && german.names().includes('920_Zwei.gme'),
    );
    await settled(french.id);
    const built = (): string[] => readdirSync(join(home, 'library/gme')).sort();
    expect(built()).toEqual(['920_Zwei.FRENCH-ogg.gme', '920_Zwei.gme']);
    await act({ action: 'cleanup', uid: '920' });
    expect(built()).toEqual([]);
    expect(french.names()).toContain('920_Zwei.gme');
  });

  it('that is too small holds what fits, and says what is missing', async () => {
    const pen = await newPen({ megabytes: 6 });
    const big = await upload('Zu groß', 2000, 15);
    const small = await upload('Klein');
    pen.plugIn();
    const view = await settled(pen.id);
    expect(productIds(pen)).toEqual([small.oid]);
    expect(view.problems).toEqual([{ oid: big.oid, reason: expect.stringMatching(/Zu groß.*needs.*free/) }]);
    expect(pen.names().filter((name) => /tonstift|tmp/.test(name))).toEqual([]);
    expect(await failure(await daemon.post('/library', { action: 'copy_gme', uid: String(big.oid) }))).toEqual([
      507,
      'no_space',
      expect.stringContaining('Zu groß'),
    ]);
    await act({ action: 'delete', uid: String(big.oid) });
    await until('the problem gone', async () => (await penHere(pen.id))?.problems.length === 0);
  });

  it('that is pulled out or locked in the middle of a copy never has half a file, and is finished later', async () => {
    const pulls = times(8, 100);
    const pen = await newPen();
    await upload('Ein langes Album', 2000, 40);
    let [cut, done] = [0, 0];
    for (let n = 0; n < pulls; n++) {
      const size = (await built(920)).length;
      for (const name of pen.gmes().keys()) execFileSync('rm', [join(pen.files, name)]);
      pen.plugIn();
      // Somewhere between the first byte and the last check.
      const share = n / pulls;
      await until(
        'the copy under way',
        async () => {
          const temporary = readdirSync(pen.files).find((name) => name.endsWith('.tmp'));
          const bytes = temporary && statSync(join(pen.files, temporary), { throwIfNoEntry: false })?.size;
          return (bytes || 0) >= share * size || pen.gmes().size > 0;
        },
        1,
      ).catch(() => undefined);
      if (n % 3 === 2 && pen.writeProtect()) {
        await until(
          'the trouble noticed',
          async () => (await listed()).find((one) => one.id === pen.id)?.state !== 'copying',
        );
      }
      pen.pullOut();
      for (const bytes of pen.gmes().values()) {
        expect(bytes.equals(await built(920))).toBe(true);
        done++;
      }
      cut += pen.gmes().size === 0 ? 1 : 0;
      await until('the pen gone', async () => (await penHere(pen.id)) === undefined);
      expect(pen.isBareEmpty()).toBe(true);
    }
    process.stdout.write(`    ${pulls} pulls: ${cut} cut a copy off, ${done} came after it.\n`);
    expect(cut).toBeGreaterThan(pulls / 4);
    pen.plugIn();
    await until('the work done', async () => [...pen.gmes().values()][0]?.equals(await built(920)));
    await settled(pen.id);
    expect(pen.names().filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('a pen in a folder', () => {
  afterEach(end);
  const newFolder = temporaryFolders();

  it('has everything when `tonstift pen sync` ends with 0, also what had to be made for it first', async () => {
    const folder = join(await newFolder(), 'a pen');
    await simulatePen(folder, { language: 'FRENCH' });
    await begin();
    await upload('Eins');
    await daemon.stop();
    const synced = await sandbox.run(['--home', home, '--pen-paths', folder, 'pen', 'sync']);
    expect([synced.code, synced.stdout]).toEqual([0, expect.stringContaining('ready; albums 920')]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.gme'))).toEqual(['920_Eins.gme']);
  });

  it('is one when the configuration names it; without the automatic copy it gets what it is told to', async () => {
    const folder = await newFolder();
    const made = await sandbox.run(['pen', 'simulate', folder]);
    expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('is a pen now')]);
    await begin(['--pen-paths', folder, '--pen-auto-sync=false']);
    await upload('Eins');
    await upload('Zwei');
    const [pen] = await until('the pen', async () => {
      const all = await listed();
      return all.some((one) => one.state === 'ready') && all;
    });
    expect(existsSync(join(folder, '920_Eins.gme'))).toBe(false);
    await act({ action: 'copy_gme', uid: '920', pen: pen?.serial ?? '' });
    expect(readdirSync(folder).filter((name) => name.endsWith('.gme'))).toEqual(['920_Eins.gme']);
    await daemon.stop();
    const synced = await sandbox.run(['--home', home, '--pen-paths', folder, 'pen', 'sync']);
    expect([synced.code, synced.stdout]).toEqual([0, expect.stringContaining('albums 920, 921')]);
    expect(
      readdirSync(folder)
        .filter((name) => name.endsWith('.gme'))
        .sort(),
    ).toEqual(['920_Eins.gme', '921_Zwei.gme']);
  });
});
