import { expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FormerPlaces } from '../../../daemon/albums/former-places.js';
import { silentLog } from '../../../workers/base/ports.js';
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
