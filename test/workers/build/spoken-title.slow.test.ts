/** The title that the start field says, spoken by the espeak-ng of the machine. */
import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSpeaker } from '../../../workers/audio/speaker.js';
import { removeGenerated } from '../../../workers/build/build-album.js';
import { mediaOf } from '../../../workers/build/media.js';
import { lengthOf } from '../../../workers/build/media-source.js';
import { importBatch } from '../../../workers/import/import.js';
import type { AlbumRecord } from '../../../workers/library/types.js';
import { audioFixture } from '../../fixtures/audio.js';
import { temporaryFolders } from '../../support/folder.js';
import { batchOf, libraryIn, transcoder } from '../import/folder.js';

const folder = temporaryFolders();
const haveSpeaker = (): boolean => spawnSync('espeak-ng', ['--version']).error === undefined;

async function imported() {
  const { library, ...rest } = await libraryIn(await folder());
  const root = await folder();
  await copyFile(await audioFixture({ format: 'mp3', seconds: 5 }), join(root, '1 Anfang.mp3'));
  const { albums } = await importBatch(await batchOf(root), { library, ...rest });
  const [album] = albums as [AlbumRecord];
  return { library, album };
}

describe('a spoken title', () => {
  if (!haveSpeaker()) {
    const sentence = 'espeak-ng is not installed, so the tests of spoken titles are left out.';
    it(sentence, () => {
      process.stderr.write(`${sentence}\n`);
      expect(haveSpeaker()).toBe(false);
    });
    return;
  }

  it('is the last medium, as long as its text, made once, and removed with the album', async () => {
    const { library, album } = await imported();
    const speaker = createSpeaker(() => '');
    const media = async (album_title: string, spoken_title: AlbumRecord['spoken_title'] = 'de') =>
      mediaOf({ ...album, album_title, spoken_title }, 'mp3', { library, transcoder, speaker, cores: 1 });
    expect(await media('Der Turm', 'off')).toHaveLength(1);
    const [track, title] = await media('Der Turm');
    const [, longer] = await media('Der Turm und die vierzig Räuber, erzählt an einem langen Abend');
    // Neither options nor commands of a shell.
    const [, odd] = await media('--help $(id) -w /etc/x');
    expect(track?.path).toContain('1 Anfang.mp3');
    const lengths = [title, longer, odd].map((one) => (one === undefined ? NaN : lengthOf(one)));
    expect(lengths[0]).toBeGreaterThan(3000);
    expect(lengths[1]).toBeGreaterThan(2 * (lengths[0] ?? NaN));
    expect(lengths[2]).toBeGreaterThan(3000);
    const silent = createSpeaker(() => '/nowhere/speaker');
    const again = { library, transcoder, speaker: silent, cores: 1 };
    expect(await mediaOf({ ...album, album_title: 'Der Turm', spoken_title: 'de' }, 'mp3', again)).toHaveLength(2);
    for (const album_title of ['Der Turm', '--help $(id) -w /etc/x'])
      await removeGenerated([{ ...album, album_title, spoken_title: 'de' }], [], library);
    expect(await readdir(library.transcodedFolder)).toHaveLength(1);
  });
});

describe('a program that cannot speak', () => {
  const build = async (program: string) => {
    const { library, album } = await imported();
    const speaker = createSpeaker(() => program);
    return mediaOf({ ...album, spoken_title: 'de' }, 'mp3', { library, transcoder, speaker, cores: 1 });
  };

  it('is named if it is not there', async () => {
    await expect(build('/nowhere/speaker')).rejects.toMatchObject({
      code: 'build_failed',
      message: expect.stringContaining('/nowhere/speaker cannot say the title: it is not installed'),
    });
  });

  it('is quoted if it fails', async () => {
    const program = join(await folder(), 'speaker');
    await writeFile(program, '#!/bin/sh\necho "no such voice" >&2\nexit 3\n', { mode: 0o755 });
    await expect(build(program)).rejects.toMatchObject({
      code: 'build_failed',
      message: expect.stringContaining('no such voice'),
    });
  });
});
