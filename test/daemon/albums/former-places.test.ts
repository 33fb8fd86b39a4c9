import { expect, it } from '@jest/globals';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FormerPlaces } from '../../../daemon/albums/former-places.js';
import { silentLog } from '../../../workers/base/ports.js';
import { Library } from '../../../workers/library/library.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();

it('a move that begins while another one ends forgets nothing that is to go', async () => {
  const path = join(await folder(), 'former-places.json');
  const places = await FormerPlaces.open(path, '/a', silentLog);
  const first = { from: '/a', to: '/b', coming: '/b.coming-00000000', revision: 7 };
  await places.begin(first);
  const next = { from: '/b', to: '/c', coming: '/c.coming-00000000', revision: 9 };
  await Promise.all([places.end(first, '/a'), places.begin(next)]);
  const leftovers = [{ place: '/a', revision: 7 }];
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ move: next, leftovers });
  await places.end(first);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ move: next, leftovers });
});

it('notes at the start how a move ended that a crash cut off', async () => {
  const path = join(await folder(), 'former-places.json');
  const move = { from: '/a', to: '/b', coming: '/b.coming-00000000', revision: 7 };
  await writeFile(path, JSON.stringify({ move, leftovers: [] }));
  await FormerPlaces.open(path, '/a', silentLog);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
    move: null,
    leftovers: ['/b.coming-00000000', '/b'].map((place) => ({ place, revision: 7 })),
  });
});

it('a look that cannot be noted, for want of space, ends nothing else', async () => {
  const home = await folder();
  const path = join(home, 'former-places.json');
  const library = await Library.open(join(home, 'library'), silentLog);
  const leftovers = [{ place: library.path, revision: 7 }];
  await writeFile(path, JSON.stringify({ move: null, leftovers }));
  const places = await FormerPlaces.open(path, '/elsewhere', silentLog);
  await rm(path);
  await mkdir(path);
  await places.sweep(library);
  await rm(path, { recursive: true });
  await places.sweep(library);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ move: null, leftovers: [] });
});
