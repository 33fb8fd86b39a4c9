/** `tonstift import` beside a running daemon: the same output and albums as without it, and each way it can fail. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { silentLog } from '../../workers/base/ports.js';
import { Library } from '../../workers/library/library.js';
import { Sandbox, type Ended } from '../daemon/cli/program.js';
import { mp3, type Id3Tags } from '../fixtures/mp3.js';
import { png } from '../fixtures/picture.js';
import { temporaryFolders } from '../support/folder.js';
import { until } from '../support/patience.js';
import { zipOf } from '../support/zip.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';

type Files = Record<string, Buffer>;

let sandbox: Sandbox | undefined;
let daemon: RunningDaemon | undefined;
afterEach(async () => {
  await sandbox?.clear();
  await daemon?.kill();
  [sandbox, daemon] = [undefined, undefined];
});
const folder = temporaryFolders();

let sounds = 0;
/** Sound that nothing else has. */
const sound = (tags: Id3Tags = {}): Promise<Buffer> => mp3({ frames: 12, offset: (sounds += 13), tags });

async function put(root: string, files: Files): Promise<void> {
  for (const [path, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), bytes);
  }
}

/** Without lines of the log: beside the daemon, only the daemon writes one. */
async function run(home: string, ...words: string[]): Promise<Ended> {
  const { stderr, ...ended } = await (sandbox ??= new Sandbox()).run(['import', '--home', home, ...words]);
  return { ...ended, stderr: stderr.replace(/^\d{4}-\d\d-\d\d .*\n/gm, '') };
}

/** All that a person sees of the albums, and their covers byte for byte. */
async function albumsIn(home: string): Promise<unknown[]> {
  const { albums } = await Library.peek(join(home, 'library'), silentLog);
  const all = albums.map(async ({ oid, album_title, album_artist, cover, tracks, folder: name, origin }) => ({
    ...{ oid, album_title, album_artist, origin: origin.kind },
    tracks: tracks.map(({ disc, track_title, artist, sha256, filename }) => [
      disc,
      track_title,
      artist,
      sha256,
      filename,
    ]),
    cover:
      cover === null
        ? null
        : createHash('sha256')
            .update(await readFile(join(home, 'library/albums', name, cover)))
            .digest('hex'),
  }));
  return Promise.all(all);
}

/** Runs commands once without a daemon and once beside one. */
async function bothWays(commands: readonly (readonly string[])[]) {
  const alone = await folder();
  const ended = [];
  for (const paths of commands) ended.push(await run(alone, ...paths));
  const beside = await folder();
  daemon = await startProgram(beside);
  const endedBeside = [];
  for (const paths of commands) endedBeside.push(await run(beside, ...paths));
  await daemon.stop();
  const [albums, besideAlbums] = [await albumsIn(alone), await albumsIn(beside)];
  expect([endedBeside, besideAlbums]).toEqual([ended, albums]);
  expect(await readdir(join(beside, 'library/staging/uploads'))).toEqual([]);
  return { ended: endedBeside, albums: besideAlbums as Awaited<ReturnType<typeof Library.peek>>['albums'] };
}

describe('beside the daemon, as without it,', () => {
  it('a folder with a cover is one album in the order of its tags, once', async () => {
    const root = await folder();
    const files = {
      'Eins/a.mp3': await sound({ TRCK: '2', TIT2: 'Second', TALB: 'The Mill', TPE1: 'A Choir' }),
      'Eins/b.mp3': await sound({ TRCK: '1', TIT2: 'First', TALB: 'The Mill', TPE1: 'A Choir' }),
      'Eins/cover.png': png(8, 8, [200, 10, 10]),
      'Eins/text.pdf': Buffer.from('%PDF'),
    };
    await put(root, files);
    const path = join(root, 'Eins');
    const { ended, albums } = await bothWays([[path], [path]]);
    expect(ended).toEqual([
      { code: 0, stdout: '920  The Mill  (2 tracks)\n', stderr: '' },
      { code: 1, stdout: '', stderr: expect.stringMatching(/^Not imported: Eins: .*920.*\n$/) },
    ]);
    expect(albums).toMatchObject([
      {
        oid: 920,
        cover: expect.any(String),
        tracks: [expect.arrayContaining(['First']), expect.arrayContaining(['Second'])],
      },
    ]);
  });

  it('a ZIP, two discs beside each other and loose files are what belongs together', async () => {
    const root = await folder();
    await put(root, {
      'Der See.zip': zipOf({
        '01 Ufer.mp3': await sound(),
        '02 Steg.mp3': await sound(),
        'cover.png': png(9, 9, [1, 2, 3]),
      }),
      'Burg CD1/01.mp3': await sound(),
      'Burg CD2/01.mp3': await sound(),
      '01 Brücke.mp3': await sound(),
      '02 Brücke.mp3': await sound(),
    });
    const paths = (await readdir(root)).sort().map((name) => join(root, name));
    const { ended, albums } = await bothWays([paths]);
    expect([ended[0]?.code, ended[0]?.stderr]).toEqual([0, '']);
    expect(albums.map(({ album_title: title, tracks }) => `${title}: ${tracks.length}`).sort()).toEqual([
      'Brücke: 2',
      'Burg: 2',
      'Der See: 2',
    ]);
  });

  it('a link that is named stands for its folder or file', async () => {
    const root = await folder();
    await put(root, { 'there/01.mp3': await sound(), 'other.mp3': await sound() });
    await symlink(join(root, 'there'), join(root, 'Wald'));
    await symlink(join(root, 'other.mp3'), join(root, 'Lied.mp3'));
    const { ended, albums } = await bothWays([[join(root, 'Wald'), join(root, 'Lied.mp3')]]);
    expect([ended[0]?.code, ended[0]?.stderr]).toEqual([0, '']);
    expect(albums.map(({ album_title: title }) => title).sort()).toEqual(['Lied', 'Wald']);
  });

  it('broken, empty, special and unfinished files are named, and the others are imported', async () => {
    const root = await folder();
    await put(root, {
      'Halb/01.mp3': await sound(),
      'Halb/02.mp3': Buffer.from('no sound at all'),
      'Halb/03.mp3.crdownload': Buffer.from('x'),
      'Halb/04.rar': Buffer.from('Rar!\x1a\x07\x01\0 more'),
      'Nichts/text.txt': Buffer.from('x'),
      'note.txt': Buffer.from('x'),
    });
    await symlink(join(root, 'Halb/01.mp3'), join(root, 'Halb/05.mp3'));
    await mkdir(join(root, 'Leer'));
    const paths = ['Halb', 'Nichts', 'Leer', 'note.txt'].map((name) => join(root, name));
    const { ended } = await bothWays([paths]);
    expect(ended[0]).toMatchObject({ code: 1, stdout: '920  Halb  (1 track)\n' });
    expect(ended[0]?.stderr.trim().split('\n')).toHaveLength(7);
  });

  it('a track fills the gap of an album, and the command says so', async () => {
    const root = await folder();
    const track = (n: number): Promise<Buffer> => sound({ TRCK: `${n}/3`, TIT2: `Part ${n}`, TALB: 'The Train' });
    await put(root, { 'One/1.mp3': await track(1), 'One/3.mp3': await track(3), 'Two/2.mp3': await track(2) });
    const { ended, albums } = await bothWays([[join(root, 'One')], [join(root, 'Two')]]);
    expect(ended[1]).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^920 {2}The Train {2}\(3 tracks\)\n.*Part 2/),
    });
    expect(albums).toHaveLength(1);
  });
});

describe('beside the daemon', () => {
  const begin = async (...flags: string[]): Promise<{ home: string; root: string; running: RunningDaemon }> => {
    const [home, root] = [await folder(), await folder()];
    const running = await startProgram(home, flags);
    daemon = running;
    return { home, root, running };
  };
  /** A folder whose upload takes a while. */
  const large = async (root: string): Promise<string> => {
    await put(root, { 'Large/1.mp3': await sound(), 'Large/2.mp3': await sound() });
    await truncate(join(root, 'Large/2.mp3'), 1_900_000_000);
    return join(root, 'Large');
  };
  const uploads = (home: string): Promise<string[]> => readdir(join(home, 'library/staging/uploads')).catch(() => []);
  const isSending = (home: string): Promise<unknown> =>
    until('the upload of a large file', async () => (await uploads(home)).length > 0, 5);

  it('it lists what it imported', async () => {
    const { home, root, running } = await begin();
    await put(root, { 'Eins/1.mp3': await sound() });
    for (const code of [0, 1]) expect(await run(home, join(root, 'Eins'))).toMatchObject({ code });
    expect(await running.json('/arrivals')).toMatchObject({
      arrivals: [
        { way: 'command', end: 'duplicate', name: 'Eins', oids: [920] },
        { way: 'command', end: 'album', name: 'Eins', oids: [920] },
      ],
    });
  });

  it('settings that the daemon does not have are refused by name', async () => {
    const { home, root } = await begin('--audio-format=ogg');
    await put(root, { 'Eins/1.mp3': await sound() });
    const path = join(root, 'Eins');
    const { code, stderr } = await run(home, '--audio-format=mp3', '--library-path', join(root, 'x'), path);
    expect([code, stderr]).toEqual([2, expect.stringContaining('differ: --library-path, --audio-format.\n')]);
    const environment = { TONSTIFT_LIBRARY_PATH: join(root, 'x'), TONSTIFT_AUDIO_FORMAT: 'mp3' };
    const ended = await (sandbox ??= new Sandbox()).run(['import', '--home', home, path], environment);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('differ: TONSTIFT_LIBRARY_PATH.\n') });
    expect(await run(home, '--audio-format=ogg', path)).toMatchObject({ code: 0, stderr: '' });
  });

  it('a folder that is too large is named with what to do, and the next one is imported', async () => {
    const { home, root } = await begin('--max-upload-mb=1');
    await put(root, { 'Groß/1.mp3': await sound(), 'Klein/1.mp3': await sound() });
    await truncate(join(root, 'Groß/1.mp3'), 3_500_000);
    const { code, stdout, stderr } = await run(home, join(root, 'Groß'), join(root, 'Klein'));
    expect([code, stdout]).toEqual([1, '920  Klein  (1 track)\n']);
    expect(stderr).toMatch(/^Not imported: Groß: .*too large.* raise max_upload_mb\.\n$/);
  });

  (process.getuid?.() === 0 ? it.skip : it)('a file that the command may not read is named', async () => {
    const { home, root } = await begin();
    await put(root, { 'Eins/1.mp3': await sound(), 'Eins/2.mp3': await sound() });
    await chmod(join(root, 'Eins/2.mp3'), 0);
    const { code, stdout, stderr } = await run(home, join(root, 'Eins'));
    expect([code, stdout]).toEqual([1, '920  Eins  (1 track)\n']);
    expect(stderr).toMatch(/^Not imported: 2\.mp3: .*permission denied/);
  });

  it('Ctrl+C leaves nothing of the folder that is sent, and the daemon goes on', async () => {
    const { home, root, running } = await begin();
    const path = await large(root);
    const command = (sandbox = new Sandbox()).start(['import', '--home', home, path]);
    await isSending(home);
    command.child.kill('SIGINT');
    await command.ended;
    await until('an empty folder for uploads', async () => (await uploads(home)).length === 0);
    expect(await running.albums()).toEqual([]);
    await put(root, { 'Eins/1.mp3': await sound() });
    expect(await run(home, join(root, 'Eins'))).toMatchObject({ code: 0, stdout: '920  Eins  (1 track)\n' });
  });

  it('a daemon that dies meanwhile is named, with what is added and what is not; the next try ends it', async () => {
    const { home, root, running } = await begin();
    await put(root, { 'Eins/1.mp3': await sound(), 'Zwei/1.mp3': await sound() });
    const paths = [join(root, 'Eins'), await large(root), join(root, 'Zwei')];
    const command = (sandbox = new Sandbox()).start(['import', '--home', home, ...paths]);
    await until('the first album', () => command.logged().includes('920  Eins'), 5);
    await isSending(home);
    await running.kill();
    const { code, stdout, stderr } = await command.ended;
    expect([code, stdout]).toEqual([75, '920  Eins  (1 track)\n']);
    const [large_, zwei, advice, error] = stderr.trim().split('\n');
    expect([large_, zwei]).toEqual(paths.slice(1).map((path) => `Not finished: ${path}`));
    expect([advice, error]).toEqual([
      expect.stringMatching(/^Run the command again/),
      expect.stringMatching(/^tonstift: The daemon at \S+ does not answer: /),
    ]);
    await rm(join(root, 'Large/2.mp3'));
    expect(await run(home, ...paths)).toMatchObject({
      ...{ code: 1, stdout: '921  Large  (1 track)\n922  Zwei  (1 track)\n' },
      stderr: expect.stringMatching(/^Not imported: Eins: .*920/),
    });
  });
});
