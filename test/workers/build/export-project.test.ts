import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { exportProject } from '../../../workers/build/export-project.js';
import { projectYaml } from '../../../workers/gme/project.js';
import type { GmeAlbum } from '../../../workers/gme/header.js';
import { goldenMedia } from '../gme/goldens.js';
import { mediaFiles, testFolder } from './folder.js';

const folder = testFolder();
const album: GmeAlbum = { productId: 920, language: 'GERMAN', date: '20240229', mode: 'tiptoi' };
const out = (): string => join(folder.path, 'project');

describe('exportProject', () => {
  it('writes the YAML and the media as they are, named by their kind', async () => {
    const mp3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(2_500_000, 7)]);
    const media = [goldenMedia(1)[0]!, mp3];
    const project = { name: '920_Lieder', album, media: await mediaFiles(folder.path, media, 10, 10) };
    const yaml = await exportProject(out(), project);
    expect(yaml).toBe(join(out(), '920_Lieder.yaml'));
    expect(await readFile(yaml, 'utf8')).toBe(projectYaml(album, 2));
    expect((await readdir(join(out(), 'audio'))).sort()).toEqual(['track_00.ogg', 'track_01.mp3']);
    expect(Buffer.compare(await readFile(join(out(), 'audio', 'track_00.ogg')), media[0]!)).toBe(0);
    expect(Buffer.compare(await readFile(join(out(), 'audio', 'track_01.mp3')), mp3)).toBe(0);
  });

  it('replaces an earlier export in another format, and leaves other files alone', async () => {
    await mkdir(join(out(), 'audio'), { recursive: true });
    for (const name of ['track_00.mp3', 'track_01.mp3', 'track_00.txt', 'mine.mp3'])
      await writeFile(join(out(), 'audio', name), 'x');
    await exportProject(out(), { name: 'a', album, media: await mediaFiles(folder.path, goldenMedia(1)) });
    expect((await readdir(join(out(), 'audio'))).sort()).toEqual([
      'mine.mp3',
      'track_00.ogg',
      'track_00.txt',
      'track_01.mp3',
    ]);
  });

  it('refuses what no album is, before anything is written', async () => {
    await expect(exportProject(out(), { name: 'a', album, media: [] })).rejects.toMatchObject({ code: 'bad_field' });
    await expect(readdir(out())).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('writes no YAML if a medium is shorter than its range', async () => {
    const [short] = await mediaFiles(folder.path, [new Uint8Array(3_000_000).fill(1)]);
    const media = [{ ...short!, end: 3_000_001 }];
    await expect(exportProject(out(), { name: 'a', album, media })).rejects.toMatchObject({ code: 'build_failed' });
    expect(await readdir(out())).toEqual(['audio']);
    expect(await readdir(join(out(), 'audio'))).toEqual([]);
  });
});
