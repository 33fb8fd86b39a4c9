import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FormerPlaces } from '../../../daemon/albums/former-places.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();

it('a move that begins while another one ends forgets nothing that is to go', async () => {
  const path = join(await folder(), 'former-places.json');
  const places = await FormerPlaces.open(path, '/a');
  await places.begin({ from: '/a', to: '/b', coming: '/b.coming-00000000' });
  const next = { from: '/b', to: '/c', coming: '/c.coming-00000000' };
  await Promise.all([places.end('/a'), places.begin(next)]);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ move: next, leftovers: ['/a'] });
});
