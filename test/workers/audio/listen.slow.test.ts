/** Files that only ffmpeg can read: by the one of this machine, if there is one, and by the built-in one. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTranscoder } from '../../../workers/audio/ffmpeg/transcode.js';
import { probe, type AudioFacts } from '../../../workers/audio/probe.js';
import { silentLog } from '../../../workers/base/ports.js';
import { audioFixture, encoded } from '../../fixtures/audio.js';
import { suiteFolder } from '../../support/folder.js';

const folder = suiteFolder();

const file = async (name: string, bytes: Buffer): Promise<string> => {
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
};
const tone = ['-f', 'lavfi', '-i', 'sine=duration=2'];
const film = ['-f', 'lavfi', '-i', 'color=red:size=32x32:duration=1'];
const tags = ['-metadata', 'title=Titel', '-metadata', 'album=Großes Album', '-metadata', 'track=3/5'];

describe.each([
  ['the ffmpeg on the PATH or the built-in one', 'ffmpeg'],
  ['the built-in ffmpeg', '/nowhere/ffmpeg'],
])('%s', (_, onPath) => {
  const transcoder = createTranscoder({ ffmpegPath: () => '', onPath, cores: 2, log: silentLog });
  afterAll(() => transcoder.stop());
  const read = (path: string): Promise<AudioFacts> =>
    probe(path, { listen: (one, signal) => transcoder.listen(one, signal) });
  const refusal = (path: string): Promise<string> =>
    read(path).then(
      ({ codec }) => `read as ${codec}`,
      (error: unknown) => (error as Error).message,
    );

  it.each([
    ['webm', [...tone, '-c:a', 'opus', '-strict', '-2', '-ar', '48000', '-f', 'webm'], 'opus', 'matroska/ffmpeg'],
    ['caf', [...tone, '-c:a', 'alac', '-f', 'caf'], 'alac', 'caf/ffmpeg'],
    ['wv', [...tone, '-f', 'wv'], 'wavpack', 'wv/ffmpeg'],
    ['mkv', [...film, ...tone, ...['-c:v', 'mpeg4', '-c:a', 'aac', '-f', 'matroska']], 'aac', 'matroska/ffmpeg'],
    ['3.wav', [...tone, '-rf64', 'always', '-f', 'wav'], 'pcm_s16le', 'wav/ffmpeg'],
  ])('reads codec, length and tags of .%s', async (ending, given, codec, container) => {
    const path = await encoded(ending, [...given.slice(0, -2), ...tags, ...given.slice(-2)]);
    const facts = await read(path);
    expect(facts).toMatchObject({ codec, container });
    expect(Math.abs(facts.durationMs - 2000)).toBeLessThan(100);
    const texts = { title: 'Titel', album: 'Großes Album', trackText: expect.stringMatching(/^3/) };
    if (ending === 'mkv') expect(facts).toMatchObject(texts);
    await expect(probe(path)).rejects.toMatchObject({ code: 'unreadable_audio' });
  });

  it('reads a recording without sizes, as recorders leave it when their battery is empty', async () => {
    const bytes = await readFile(await audioFixture({ format: 'wav', seconds: 12 }));
    const at = bytes.indexOf('data') + 4;
    bytes.fill(0, 4, 8).fill(0, at, at + 4);
    const facts = await read(await file('2.wav', bytes));
    expect(Math.abs(facts.durationMs - 12_000)).toBeLessThan(100);
  });

  it('reads AMR, which does not say how long it is', async () => {
    const frames = Buffer.alloc(100 * 32, Buffer.concat([Buffer.from([0x3c]), Buffer.alloc(31, 7)]));
    const facts = await read(await file('a.amr', Buffer.concat([Buffer.from('#!AMR\n'), frames])));
    expect(facts.codec).toBe('amr_nb');
    expect(Math.abs(facts.durationMs - 2000)).toBeLessThan(100);
  });

  it('says why a file cannot be played', async () => {
    const mute = await encoded('mkv', [...film, '-c:v', 'mpeg4', '-f', 'matroska']);
    expect(await refusal(mute)).toBe('The file contains pictures, but no audio.');
    const broken = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(5000, 'noise')]);
    expect(await refusal(await file('broken.mka', broken))).toMatch(/no audio in the Matroska or WebM file/);
    // Microsoft's number 0x9999 belongs to no codec.
    const odd = await readFile(await audioFixture({ format: 'wav' }));
    odd.writeUInt16LE(0x9999, odd.indexOf('fmt ') + 8);
    expect(await refusal(await file('odd.wav', odd))).toMatch(
      onPath === 'ffmpeg' ? /ffmpeg/ : /^The built-in ffmpeg cannot convert none\. Install ffmpeg/,
    );
  });

  it('does not ask about what is no audio, and says that protected files are protected', async () => {
    const asked: string[] = [];
    const listen = (path: string): Promise<AudioFacts> => (asked.push(path), transcoder.listen(path));
    const why = (path: string): Promise<string> =>
      probe(path, { listen }).then(
        () => 'read',
        (error: unknown) => (error as Error).message,
      );
    expect(await why(await file('text.mp3', Buffer.from('Hello.\n'.repeat(500))))).toMatch(/looks like text/);
    expect(await why(await file('notes.mid', Buffer.from('MThd\0\0\0\x06')))).toMatch(/notes without audio/);
    const m4a = await readFile(await audioFixture({ format: 'm4a' }));
    const aax = Buffer.concat([m4a]);
    aax.write('aax ', 8, 'latin1');
    const drms = Buffer.concat([m4a]);
    drms.write('drms', drms.indexOf('mp4a'), 'latin1');
    const aa = Buffer.concat([Buffer.from('0000100057907536', 'hex'), Buffer.alloc(200, 1)]);
    const wma = await readFile(await audioFixture({ format: 'wma' }));
    // A content encryption object in the place of the first object of the header.
    wma.set(Buffer.from('fbb31122', 'hex'), 30);
    for (const [name, bytes] of Object.entries({ 'a.aax': aax, 'b.m4p': drms, 'c.aa': aa, 'd.wma': wma }))
      expect([name, await why(await file(name, bytes))]).toEqual([name, expect.stringContaining('(DRM)')]);
    expect(asked).toEqual([]);
  });
});

it('a signal ends the wait', async () => {
  const transcoder = createTranscoder({ ffmpegPath: () => '', onPath: '/nowhere/ffmpeg', cores: 2, log: silentLog });
  const path = await encoded('caf', [...tone, '-c:a', 'alac', '-f', 'caf']);
  await expect(transcoder.listen(path, AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
  await transcoder.stop();
});
