/** Loose files, sorted into what becomes one album each. */
import { expect, it } from '@jest/globals';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { groupLoose } from '../../../daemon/inbox/loose.js';
import type { Unit } from '../../../daemon/inbox/scan.js';
import { temporaryFolders } from '../../support/folder.js';
import { putMp3 } from '../../support/open-library.js';

const folder = temporaryFolders();

const sizeOf = (path: string): number => lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;

const unit = (home: string, name: string, special = false): Unit => ({
  key: `loose/${name}`,
  kind: 'loose',
  name,
  files: [
    { root: home, path: join(home, name), relativePath: name, size: sizeOf(join(home, name)), mtime_ms: 1, special },
  ],
  identity: null,
  signature: '1',
  seen: '1',
});

async function grouped(names: readonly string[]) {
  const home = await folder();
  const tags: Record<string, string | undefined> = {
    'a1.mp3': 'Sea',
    'a2.mp3': 'SEA',
    'b1.mp3': 'Wood',
    'c.mp3': undefined,
  };
  for (const name of names) {
    if (!name.endsWith('.mp3')) await writeFile(join(home, name), 'x');
    else await putMp3(join(home, name), { tags: tags[name] === undefined ? undefined : { TALB: tags[name] } });
  }
  const { groups, pictures, others } = await groupLoose(names.map((name) => unit(home, name, name === 'link.mp3')));
  const of = (units: readonly Unit[]): string => units.map(({ name }) => name).join(' ');
  return { groups: groups.map(({ tag, units }) => `${tag}: ${of(units)}`), pictures: of(pictures), others: of(others) };
}

it('go together by the tag of their album, in whatever letters; one without a tag is by itself', async () => {
  expect(await grouped(['a1.mp3', 'b1.mp3', 'a2.mp3', 'c.mp3'])).toEqual({
    groups: ['Sea: a1.mp3 a2.mp3', 'Wood: b1.mp3', 'null: c.mp3'],
    pictures: '',
    others: '',
  });
});

it('take the picture of their name, or the only one', async () => {
  expect(await grouped(['a1.mp3', 'b1.mp3', 'wood.jpg', 'a1.png', 'x.gif'])).toEqual({
    groups: ['Sea: a1.mp3 a1.png', 'Wood: b1.mp3 wood.jpg'],
    pictures: 'x.gif',
    others: '',
  });
  expect((await grouped(['a1.mp3', 'x.gif'])).groups).toEqual(['Sea: a1.mp3 x.gif']);
});

it('are none of it where they are links or something else', async () => {
  expect(await grouped(['link.mp3', 'notes.txt', 'cover.jpg'])).toEqual({
    groups: [],
    pictures: 'cover.jpg',
    others: 'link.mp3 notes.txt',
  });
});
