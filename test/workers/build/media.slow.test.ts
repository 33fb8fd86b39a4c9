import { expect, it } from '@jest/globals';
import { copyFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeGenerated } from '../../../workers/build/build-album.js';
import { createSpeaker } from '../../../workers/audio/speaker.js';
import type { Loudness } from '../../../workers/audio/ffmpeg/loudness.js';
import type { Transcoder } from '../../../workers/audio/ffmpeg/transcode.js';
import { lengthOf, type MediaSource } from '../../../workers/build/media-source.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { mediaOf } from '../../../workers/build/media.js';
import { importBatch } from '../../../workers/import/import.js';
import type { AlbumRecord } from '../../../workers/library/types.js';
import { audioFixture } from '../../fixtures/audio.js';
import type { Mp3Options } from '../../fixtures/mp3.js';
import { temporaryFolders } from '../../support/folder.js';
import { batchOf, filesIn, libraryIn, transcoder } from '../import/folder.js';

const folder = temporaryFolders();
const speaker = createSpeaker(() => '');

it('media of speech take at most twice the bytes of their source, unless the album is music', async () => {
  const { library, ...rest } = await libraryIn(await folder());
  const root = await folder();
  const source = await audioFixture({ format: 'm4a', seconds: 60, channels: 1, extra: ['-b:a', '32k'] });
  await copyFile(source, join(root, 'Vorgelesen.m4a'));
  const { albums } = await importBatch(await batchOf(root), { library, ...rest });
  const [album] = albums as [AlbumRecord];
  expect(album.tracks[0]).toMatchObject({ sample_rate: 44_100 });
  const sizeOf = async (sound: AlbumRecord['sound']): Promise<number> => {
    const [medium] = await mediaOf({ ...album, sound }, 'mp3', { library, transcoder, speaker, cores: 1 });
    return medium === undefined ? NaN : lengthOf(medium);
  };
  const { size } = await stat(source);
  expect(await sizeOf('automatic')).toBeLessThan(2 * size);
  expect(await sizeOf('speech')).toBe(await sizeOf('automatic'));
  expect(await sizeOf('music')).toBeGreaterThan(2.5 * (await sizeOf('automatic')));
  // Two copies, and the loudness of both.
  expect(await readdir(library.transcodedFolder)).toHaveLength(3);
  await removeGenerated([album], [], library);
  expect(await readdir(library.transcodedFolder)).toEqual([]);
});

it('levels converted tracks, all, or none, and measures each once', async () => {
  const { library, ...rest } = await libraryIn(await folder());
  const root = await folder();
  for (const [n, format] of (['flac', 'mp3'] as const).entries())
    await copyFile(await audioFixture({ format, seconds: 10 }), join(root, `${n + 1} Ton.${format}`));
  const { albums } = await importBatch(await batchOf(root), { library, ...rest });
  const [album] = albums as [AlbumRecord];
  expect(album.loudness).toBe('automatic');
  let times = 0;
  const counting = { ...transcoder, loudness: (source: string) => (times++, transcoder.loudness(source)) };
  const media = (loudness: Loudness): Promise<MediaSource[]> =>
    mediaOf({ ...album, loudness }, 'mp3', { library, transcoder: counting, speaker, cores: 1 });
  const expectLevels = async (loudness: Loudness, levels: number[]): Promise<void> => {
    for (const [n, { path }] of (await media(loudness)).entries())
      expect(Math.abs((await transcoder.loudness(path)).lufs - (levels[n] ?? NaN))).toBeLessThan(1);
  };
  await expectLevels('keep', [-22, -22]);
  expect(times).toBe(0);
  await expectLevels('automatic', [-16, -22]);
  await expectLevels('level', [-16, -16]);
  expect(times).toBe(2);
  const [, unchanged] = await media('automatic');
  expect(unchanged?.path).toBe(join(library.folderOf(album), album.tracks[1]?.filename ?? ''));
  await removeGenerated([album], [], library);
  expect(await readdir(library.transcodedFolder)).toEqual([]);
});

it('codes no track again that the pen plays and that is loud enough', async () => {
  const { library, ...rest } = await libraryIn(await folder());
  const root = await folder();
  const source = await audioFixture({ format: 'mp3', seconds: 10, extra: ['-af', 'volume=2.5dB'] });
  await copyFile(source, join(root, '1.mp3'));
  const { albums } = await importBatch(await batchOf(root), { library, ...rest });
  const [album] = albums as [AlbumRecord];
  const context = { library, transcoder, speaker, cores: 1 };
  const [medium] = await mediaOf({ ...album, loudness: 'level' }, 'mp3', context);
  expect(medium?.path).toBe(join(library.folderOf(album), album.tracks[0]?.filename ?? ''));
});

it('stops converting the other tracks before it fails for one', async () => {
  const { library, ...rest } = await libraryIn(await folder());
  const track = (n: number): Mp3Options => ({ offset: n * 7, tags: { TALB: 'Das Buch', TRCK: `${n}/4` } });
  const files = { '1.mp3': track(1), '2.mp3': track(2), '3.mp3': track(3), '4.mp3': track(4) };
  const root = await filesIn(await folder(), files);
  const { albums } = await importBatch(await batchOf(root), { library, ...rest });
  const [album] = albums as [AlbumRecord];
  expect(album.tracks).toHaveLength(4);
  let [calls, running] = [0, 0];
  const transcode: Transcoder['transcode'] = async (_source, _target, _format, { signal } = {}) => {
    if (++calls === 2) throw new TonstiftError('unreadable_audio', 'It is broken.');
    running += 1;
    await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    throw new TonstiftError('aborted', 'Stopped.');
  };
  const context = { library, transcoder: { ...transcoder, transcode }, speaker, cores: 2 };
  const failure = await mediaOf({ ...album, loudness: 'keep' }, 'ogg', context).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'build_failed' });
  expect(String(failure)).toContain('It is broken.');
  expect([calls, running]).toEqual([2, 0]);
});
