/** A folder is the same albums by every way in: dropped on the page, packed, put into the inbox, given to a command. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { walk } from '../../workers/base/files/walk.js';
import { silentLog } from '../../workers/base/ports.js';
import { Library } from '../../workers/library/library.js';
import type { AlbumRecord } from '../../workers/library/types.js';
import { Sandbox } from '../daemon/cli/program.js';
import { mp3 } from '../fixtures/mp3.js';
import { isLong } from '../support/times.js';
import { zipOf } from '../support/zip.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { until } from '../support/patience.js';
import { shapes, type Shape } from './folder-shapes.js';
import { suiteFolder } from '../support/folder.js';

type Files = Record<string, Buffer>;

const bytesOf = new Map<Shape, Files>();
beforeAll(async () => {
  for (const shape of shapes) {
    const files: Files = {};
    for (const [path, content] of Object.entries(shape.files))
      files[path] = Buffer.isBuffer(content) ? content : await mp3(content);
    bytesOf.set(shape, files);
  }
});
const filesOf = (shape: Shape): [path: string, bytes: Buffer][] => Object.entries(bytesOf.get(shape) ?? {});

async function put(root: string, shape: Shape): Promise<string> {
  for (const [path, bytes] of filesOf(shape)) {
    await mkdir(dirname(join(root, shape.name, path)), { recursive: true });
    await writeFile(join(root, shape.name, path), bytes);
  }
  return join(root, shape.name);
}

/** As browsers do with a folder: the path in it is the name. */
const inFolder = (shape: Shape): Files =>
  Object.fromEntries(filesOf(shape).map(([path, bytes]) => [`${shape.name}/${path}`, bytes]));
/** The parts of a form may come in any order. */
const reversed = (files: Files): Files => Object.fromEntries(Object.entries(files).reverse());

/** One way: all shapes come in by it. */
type Way = (home: string) => Promise<void>;

const withDaemon =
  (
    give: (daemon: RunningDaemon, shape: Shape, aside: string) => Promise<unknown>,
    end: (daemon: RunningDaemon) => Promise<unknown> = () => Promise.resolve(),
  ): Way =>
  async (home) => {
    const daemon = await startProgram(home);
    const aside = await mkdtemp(join(tmpdir(), 'tonstift-ways-'));
    try {
      for (const shape of shapes) await give(daemon, shape, aside);
      await end(daemon);
    } finally {
      await daemon.stop();
      await rm(aside, { recursive: true, force: true });
    }
  };

const emptied = (daemon: RunningDaemon): Promise<unknown> =>
  until('an empty inbox', async () =>
    (await walk(daemon.inbox)).every(({ relativePath }) => relativePath.startsWith('failed/')),
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${daemon.output().slice(-5000)}`);
  });

const byCommand: Way = async (home) => {
  const sandbox = new Sandbox();
  try {
    const paths = [];
    for (const shape of shapes) paths.push(await put(sandbox.folder, shape));
    const { stderr } = await sandbox.run(['import', '--home', home, ...paths]);
    expect(stderr.split('\n').filter((line) => line.startsWith('Not imported'))).toHaveLength(2);
  } finally {
    await sandbox.clear();
  }
};

const ways: Record<string, Way> = {
  'dropped on the page': withDaemon((daemon, shape) => daemon.upload(reversed(inFolder(shape)))),
  'as a ZIP on the page': withDaemon((daemon, shape) =>
    daemon.upload({ [`${shape.name}.zip`]: zipOf(bytesOf.get(shape) ?? {}) }),
  ),
  'as a ZIP in the inbox': withDaemon(async (daemon, shape, aside) => {
    // Packed with its folder, as some do.
    await writeFile(join(aside, 'x'), zipOf(inFolder(shape)));
    await rename(join(aside, 'x'), join(daemon.inbox, `${shape.name}.zip`));
  }, emptied),
  'in the inbox': withDaemon(async (daemon, shape, aside) => {
    await rename(await put(aside, shape), join(daemon.inbox, shape.name));
  }, emptied),
  'by the command': byCommand,
  'by the command beside the daemon': async (home) => {
    const daemon = await startProgram(home);
    await byCommand(home).finally(() => daemon.stop());
  },
};

const shown = ({ album_title, cover, tracks }: AlbumRecord): string =>
  `${album_title}${cover === null ? '' : '+'}: ` +
  tracks.map(({ disc, track_title: title }) => `${disc}/${title}`).join(', ');

/**
 * A ZIP is unpacked the same way wherever it came from; the inbox sees how it is given. The command does the same with
 * and without a daemon, but for who writes.
 */
const inShort = ['dropped on the page', 'as a ZIP in the inbox', 'in the inbox', 'by the command beside the daemon'];

describe.each(Object.entries(ways).filter(([name]) => isLong || inShort.includes(name)))('a folder %s', (_, way) => {
  const home = suiteFolder();
  let albums: AlbumRecord[] = [];
  beforeAll(async () => {
    await way(home);
    albums = [...(await Library.peek(join(home, 'library'), silentLog)).albums];
  });

  it.each(shapes.map((shape): [string, Shape] => [shape.what, shape]))('of %s', (_, shape) => {
    const own = new Set(filesOf(shape).map(([, bytes]) => createHash('sha256').update(bytes).digest('hex')));
    const found = albums.filter(({ tracks }) => tracks.some(({ sha256 }) => own.has(sha256)));
    expect(found.sort((a, b) => a.oid - b.oid).map(shown)).toEqual(shape.albums);
  });

  it('loses nothing, and brings nothing twice', async () => {
    const tracks = albums.flatMap((album) => album.tracks.map(({ sha256 }) => sha256));
    const readable = shapes.flatMap(({ files }) => Object.values(files)).filter((file) => !Buffer.isBuffer(file));
    expect([tracks.length, new Set(tracks).size]).toEqual([readable.length, readable.length]);
    expect((await readdir(join(home, 'library/staging'))).filter((name) => name !== 'uploads')).toEqual([]);
  });
});
