/** Links that come into the folders of a program that runs: nothing goes out through them, and nothing comes in. */
import { beforeAll, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mp3 } from '../fixtures/mp3.js';
import { png } from '../fixtures/picture.js';
import { programForSuite, uploadForm } from './daemon-process.js';
import { until } from '../support/patience.js';

const daemon = programForSuite();
let outside: string;
beforeAll(async () => {
  outside = join(daemon.home, 'outside');
  await mkdir(outside);
});

const upload = async (offset: number): Promise<Response> =>
  fetch(daemon.url, { method: 'POST', body: uploadForm({ '1.mp3': await mp3({ offset }) }) });

/** A link stands in the place of a folder while something is done. */
async function behindLink(path: string, work: () => Promise<void>): Promise<void> {
  await rename(path, `${path} kept`);
  await symlink(outside, path);
  await work();
  await rm(path);
  await rename(`${path} kept`, path);
}

it('an upload, a track, a cover and the inbox keep to their folders', async () => {
  const secret = await mp3({ offset: 70 });
  const { home } = daemon;
  expect((await upload(1)).status).toBe(201);
  expect((await upload(2)).status).toBe(201);
  await behindLink(join(home, 'library/staging'), async () => {
    expect((await upload(3)).status).toBe(503);
    expect(await readdir(outside)).toEqual([]);
  });

  const [album] = await daemon.albums();
  const { oid = 0, tracks = [] } = album ?? {};
  const track = `${daemon.url}/library/${oid}/tracks/${tracks[0]?.id}`;
  const heard = Buffer.from(await (await fetch(track)).arrayBuffer());
  const folders = await readdir(join(home, 'library/albums'));
  const home1 = (
    await Promise.all(
      folders.map(async (name) => {
        const path = join(home, 'library/albums', name);
        return (await readFile(join(path, '1.mp3'))).equals(heard) ? path : '';
      }),
    )
  ).find((path) => path !== '');
  if (home1 === undefined) throw new Error('the album is not there');
  await writeFile(join(outside, '1.mp3'), Buffer.from(heard).fill(1, 2000, 2004));
  await behindLink(home1, async () => {
    expect((await fetch(track)).status).toBe(404);
    const form = new FormData();
    for (const [name, value] of Object.entries({ action: 'add_cover', uid: String(oid) })) form.append(name, value);
    form.append('cover', new Blob([new Uint8Array(png(2, 2, [1, 2, 3]))]), 'c.png');
    expect((await fetch(`${daemon.url}/library`, { method: 'POST', body: form })).status).toBe(409);
    expect(await readdir(outside)).toEqual(['1.mp3']);
  });
  expect((await fetch(track)).status).toBe(200);

  await writeFile(join(outside, '1.mp3'), secret);
  await mkdir(join(daemon.inbox, 'CD'));
  await writeFile(join(daemon.inbox, 'CD/2.mp3'), await mp3({ offset: 40 }));
  await symlink(outside, join(daemon.inbox, 'CD/Side 1'));
  await until('the album', async () => (await daemon.albums()).length === 3);
  for (const one of await daemon.albums()) expect(one.num_tracks).toBe(1);
  expect(await readFile(join(outside, '1.mp3'))).toEqual(Buffer.from(secret));
});
