/** Which uploads the browser makes of dropped folders: a script of the pages that needs only the texts of the page. */
import { beforeAll, expect, it } from '@jest/globals';

type Sent = { path: string; file: { name: string; size: number; type: string } };
type Upload = { name: string; files: Sent[]; omitted: string[]; refused?: string };
type Sort = (all: readonly Sent[]) => { uploads: Upload[]; papers: Sent[] };

const megabyte = 1_000_000;
let sort: Sort;
beforeAll(async () => {
  const words = { folders: 'folders', large: 'too large', many: 'too many', silent: 'silent' };
  const texts = { max: String(100 * megabyte), accept: '.mp3', ...words };
  const page = { getElementById: () => ({ dataset: texts }), documentElement: { lang: 'en' } };
  Object.assign(globalThis, { document: page });
  const script = String(new URL('../../../http/public/uploads/upload-sort.js', import.meta.url));
  ({ sort } = (await import(script)) as { sort: Sort });
});

const sent = (path: string, size = 1000): Sent => ({
  path,
  file: { name: path.slice(path.lastIndexOf('/') + 1), size, type: '' },
});
const tracks = (folder: string, count: number, size?: number): Sent[] =>
  Array.from({ length: count }, (_, n) => sent(`${folder}/${n}.mp3`, size));
const sorted = (...all: Sent[][]): unknown[] =>
  sort(all.flat()).uploads.map(({ name, files, refused }) => [name, files.length, ...(refused ? [refused] : [])]);

it('a folder that fits is one upload, with the folders in it', () =>
  expect(sorted(tracks('Music/A', 2), tracks('Music/B', 3))).toEqual([['Music', 5]]));

it('a folder that is too large is divided into its folders, until they fit', () =>
  expect(
    sorted(
      tracks('Music/Pop/A', 8, 9 * megabyte),
      tracks('Music/Pop/B', 8, 9 * megabyte),
      tracks('Music/Folk', 1500),
      [sent('Music/loose.mp3'), sent('Music/Scans/1.png')],
      tracks('Music/Folk/C', 400),
    ),
  ).toEqual([
    ['Music/Pop/A', 8],
    ['Music/Pop/B', 8],
    ['Music/Folk', 1900],
    ['Music', 1],
  ]));

it('what belongs to no album of a divided folder is named, and discs are not divided', () => {
  const albums = [...tracks('Music/A', 8, 9 * megabyte), ...tracks('Music/B', 8, 9 * megabyte)];
  const { uploads } = sort([...albums, sent('Music/Scans/1.png'), sent('Music/cover.jpg')]);
  expect(uploads.map(({ omitted }) => omitted.sort())).toEqual([['Music/Scans/1.png', 'Music/cover.jpg'], []]);
  for (const disc of ['CD', 'Harry Disc ', 'Teil-'])
    expect(sorted(...[1, 2].map((n) => tracks(`Harry/${disc}${n}`, 8, 9 * megabyte)))).toEqual([
      ['Harry', 16, 'too large'],
    ]);
  expect(sorted([sent('Letters/2020/1.pdf')])).toEqual([['Letters', 0, 'silent']]);
});

it('a folder that is alone in another is divided, too', () =>
  expect(sorted(tracks('Disk/Music/A', 1500), tracks('Disk/Music/B', 1500))).toEqual([
    ['Disk/Music/A', 1500],
    ['Disk/Music/B', 1500],
  ]));

it('what cannot be divided says whether it is too large, or too many files', () => {
  expect(sorted(tracks('A', 2, 60 * megabyte))).toEqual([['A', 2, 'too large']]);
  expect(sorted(tracks('A', 2001))).toEqual([['A', 2001, 'too many']]);
  expect(sorted([sent('Letters/1.pdf')])).toEqual([['Letters', 0, 'silent']]);
});

it('a title may begin with three dots, and what is hidden is not sent', () =>
  expect(
    sorted([
      sent('...Baby/...one.mp3'),
      sent('...Baby/.hidden.mp3'),
      sent('.git/1.mp3'),
      sent('#recycle/2.mp3'),
      sent('...Baby/..two.mp3'),
    ]),
  ).toEqual([['folders', 1]]));

it('sound without an ending is told by its type', () => {
  const typed = (name: string, type: string): Sent => ({ path: name, file: { name, size: 1000, type } });
  expect(sorted([typed('Lullaby 1', 'audio/mpeg')])).toEqual([['Lullaby 1', 1]]);
  for (const silent of [typed('Lullaby 1', ''), typed('list.xspf', 'audio/x-playlist')])
    expect(sorted([silent])).toEqual([[silent.path, 0, 'silent']]);
});
