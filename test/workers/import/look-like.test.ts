import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { importBatch } from '../../../workers/import/import.js';
import { lookOf } from '../../../workers/import/inspect/look-like.js';
import { walk } from '../../../workers/base/files/walk.js';
import { audioFixture } from '../../fixtures/audio.js';
import { mp3 } from '../../fixtures/mp3.js';
import { temporaryFolders } from '../../support/folder.js';
import { zipOf } from '../../support/zip.js';
import { batchOf, filesIn, libraryIn } from './folder.js';

const folder = temporaryFolders();
const tar = Buffer.alloc(1024);
tar.write('ustar', 257, 'latin1');
/** A file of a Toniebox: a header of 4 kB, then Ogg. */
const tonie = Buffer.concat([Buffer.from('00000ffc0a14', 'hex'), Buffer.alloc(4090), Buffer.from('OggS\0\x02')]);
const docx = zipOf({ '[Content_Types].xml': Buffer.from('<Types/>'), 'word/document.xml': Buffer.from('<w/>') });

const looks: [look: string, how: string, name: string, content: Uint8Array | 'mp3'][] = [
  ['audio', 'by its name', 'a.webm', Buffer.from('?')],
  ['audio', 'by the frames of an MP3', 'no ending', 'mp3'],
  ['audio', 'by a tag at the head', 'a.bin', Buffer.from('ID3\x03\0\0\0\0\0\0')],
  ['audio', 'as Matroska', 'film.data', Buffer.from('1a45dfa3', 'hex')],
  ['audio', 'as MPEG-4', 'b.data', Buffer.from('\0\0\0\x18ftypisom', 'latin1')],
  ['audio', 'as a file of a Toniebox', '500304E0', tonie],
  ['archive', 'by its name', 'a.part1.RAR', Buffer.from('?')],
  ['archive', 'as 7z', 'b', Buffer.from('377abcaf271c', 'hex')],
  ['archive', 'as tar', 'c', tar],
  ['archive', 'as a ZIP with another ending', 'd.backup', zipOf({ '1.mp3': Buffer.from('x') })],
  ['other', 'as a text', 'booklet.txt', Buffer.from('Two songs.')],
  ['other', 'as a document', 'booklet.docx', docx],
  ['other', 'as an empty file', 'nothing', Buffer.alloc(0)],
  ['other', 'as a picture', 'cover.heic', Buffer.from('\0\0\0\x18ftypheic', 'latin1')],
  ['other', 'as a picture with another ending', 'cover.data', Buffer.from('\0\0\0\x18ftypavif', 'latin1')],
];

it.each(looks)('%s is recognized %s', async (look, _, name, content) => {
  const root = await filesIn(await folder(), {
    [name]: Buffer.from(content === 'mp3' ? await mp3({ frames: 20 }) : content),
  });
  const [file] = await walk(root);
  expect(file && (await lookOf(file))).toBe(look);
});

it('a batch imports audio without an ending, keeps texts, and rejects archives with a reason', async () => {
  const context = await libraryIn(await folder());
  const root = await filesIn(await folder(), {
    '1.mp3': { offset: 1 },
    '2 without an ending': await mp3({ offset: 30 }),
    'booklet.docx': docx,
    '3.taf': tonie,
    'more.rar': Buffer.from('Rar!\x1a\x07\x01\0'),
    'song.mid': Buffer.from('MThd'),
  });
  const { albums, rejected } = await importBatch(await batchOf(root), context);
  // A track without an ending would count as removed by hand.
  expect(albums[0]?.tracks.map(({ filename }) => filename)).toEqual(['1.mp3', '2 without an ending.mp3']);
  expect(Object.fromEntries(rejected.map(({ filename, reason }) => [filename, String(reason)]))).toEqual({
    '3.taf': expect.stringContaining('a file for a Toniebox'),
    'more.rar': expect.stringMatching(/^is an archive .* Open it first/),
    'song.mid': expect.stringContaining('notes without audio'),
  });
  const left = (await walk(root)).map(({ relativePath }) => relativePath).sort();
  expect(left).toEqual(['3.taf', 'more.rar', 'song.mid']);
});

it('an upload tells unfinished downloads, and imports a track without its end with a reason', async () => {
  const context = await libraryIn(await folder());
  const whole = await readFile(await audioFixture({ format: 'mp3', seconds: 20 }));
  const root = await filesIn(await folder(), {
    '1.mp3': whole,
    '2.mp3': whole.subarray(0, 100_000),
    '3.mp3.crdownload': whole.subarray(0, 100_000),
    'more.zip': zipOf({ '4.mp3.part': whole.subarray(0, 3000) }),
  });
  const { albums, rejected, warnings } = await importBatch(await batchOf(root, { giveAway: false }), context);
  expect(albums[0]?.tracks).toHaveLength(2);
  const texts = (list: typeof rejected): string[] =>
    list.map(({ filename, reason }) => `${filename} ${String(reason)}`);
  expect(texts(rejected).sort()).toEqual([
    '3.mp3.crdownload is an unfinished download.',
    'more/4.mp3.part is an unfinished download.',
  ]);
  expect(texts(warnings)).toEqual(['2.mp3 The end of the file is missing. It was added as it is.']);
});
