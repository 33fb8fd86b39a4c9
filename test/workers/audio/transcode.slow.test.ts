import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameAt } from '../../../workers/audio/formats/mpeg-frame.js';
import { probe } from '../../../workers/audio/probe.js';
import { createTranscoder, type Transcoder } from '../../../workers/audio/ffmpeg/transcode.js';
import { audioFormats } from '../../../workers/library/types.js';
import { needsTranscoding, type AudioFormat } from '../../../workers/audio/ffmpeg/pen-formats.js';
import { silentLog } from '../../../workers/base/ports.js';
import { chapteredFile, chapterSeconds } from '../../fixtures/chapters.js';
import { audioFixture, fixtureFormats } from '../../fixtures/audio.js';
import { suiteFolder } from '../../support/folder.js';

const folder = suiteFolder();

const isInstalled = ((): boolean => {
  try {
    return /libvorbis/.test(
      execFileSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return false;
  }
})();

/** Rejects with what was thrown, else fails. */
const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => Promise.reject(new Error('nothing was thrown')),
    (error: unknown) => error,
  );

/** Rate and channels of a Vorbis identification header (Vorbis I, 4.2.2), which the first Ogg page holds. */
function vorbisIdentity(bytes: Buffer): { rate: number; channels: number } {
  const at = bytes.indexOf('\x01vorbis', 0, 'latin1');
  return { channels: bytes.readUInt8(at + 11), rate: bytes.readUInt32LE(at + 12) };
}

describe.each([
  ['embedded', '/nowhere/ffmpeg', true],
  ['installed', 'ffmpeg', isInstalled],
])('the %s ffmpeg (skipped where there is none)', (which, onPath, there) => {
  const when = there ? it : it.skip;
  let transcoder: Transcoder;
  let own: string;
  beforeAll(async () => {
    own = join(folder, which);
    await mkdir(own);
    transcoder = createTranscoder({ ffmpegPath: () => '', onPath, cores: 2, log: silentLog });
  });
  afterAll(async () => {
    await transcoder.stop();
  });

  when.each(fixtureFormats)('makes both formats of %s', async (kind) => {
    const source = await audioFixture({
      format: kind,
      seconds: 2,
      tags: { title: 'Ein Titel' },
      picture: ['mp3', 'flac', 'm4a'].includes(kind),
    });
    const { durationMs } = await probe(source);
    await Promise.all(
      audioFormats.map((format) => transcoder.transcode(source, join(own, `${kind}.${format}`), format)),
    );

    const mp3 = await readFile(join(own, `${kind}.mp3`));
    expect(frameAt(mp3, 0)).toMatchObject({ codec: 'mpeg 1 layer 3', sampleRate: 44_100, channels: 2 });
    const ogg = await readFile(join(own, `${kind}.ogg`));
    expect(vorbisIdentity(ogg)).toEqual({ rate: 22_050, channels: 1 });
    for (const format of audioFormats) {
      const facts = await probe(join(own, `${kind}.${format}`));
      expect(facts).toMatchObject({ title: undefined, hasPicture: false });
      expect(needsTranscoding(facts.codec, facts.container, format)).toBe(false);
      // WMA rounds its length up to a packet.
      expect(Math.abs(facts.durationMs - durationMs)).toBeLessThanOrEqual(kind === 'wma' ? 100 : 50);
    }
    expect(mp3.includes('Lavc') || ogg.includes('Ein Titel')).toBe(false);
    expect(await readdir(own)).not.toContainEqual(expect.stringMatching(/\.tmp$/));
  });

  when('makes speech of both formats: one channel, 22,050 Hz, and few bytes', async () => {
    const source = await audioFixture({ format: 'flac', seconds: 20, extra: ['-af', 'aresample=44100'] });
    for (const format of audioFormats) {
      const target = join(own, `speech.${format}`);
      await transcoder.transcode(source, target, format, { speech: 32 });
      const facts = await probe(target);
      expect(facts).toMatchObject({ channels: 1, sampleRate: 22_050 });
      expect(needsTranscoding(facts.codec, facts.container, format)).toBe(false);
      expect(Math.abs(facts.durationMs - 20_000)).toBeLessThan(100);
      expect((await stat(target)).size).toBeLessThan((20 * 40_000) / 8);
    }
  });

  when('measures loudness and changes it, in both formats', async () => {
    const expectLevel = async (source: string, level: number): Promise<void> => {
      const { lufs, peak } = await transcoder.loudness(source);
      expect(Math.abs(lufs - level)).toBeLessThan(1);
      // The codecs overshoot where the tone begins.
      expect(Math.abs(peak - level)).toBeLessThan(1.5);
    };
    const sine = (channels: number): Promise<string> =>
      audioFixture({ format: 'flac', seconds: 20, frequency: 1000, channels });
    // An eighth of full scale; less by 3 dB in two channels. One channel counts as two.
    await expectLevel(await sine(1), -18);
    const source = await sine(2);
    await expectLevel(source, -21);
    for (const [gain, level] of [
      [6, -15],
      [-6, -27],
    ] as const)
      for (const format of audioFormats)
        for (const speech of [null, 48]) {
          await transcoder.transcode(source, join(own, 'levelled'), format, { speech, gain });
          await expectLevel(join(own, 'levelled'), level);
        }
  });

  when('keeps one channel, makes two of six, and lowers high rates', async () => {
    const channelsOf = async (channels: number, sampleRate: number): Promise<unknown> => {
      const target = join(own, `channels-${channels}.mp3`);
      await transcoder.transcode(await audioFixture({ format: 'flac', channels, sampleRate }), target, 'mp3');
      return frameAt(await readFile(target), 0);
    };
    expect(await channelsOf(1, 22_050)).toMatchObject({ channels: 1, sampleRate: 44_100 });
    expect(await channelsOf(6, 96_000)).toMatchObject({ channels: 2, sampleRate: 44_100 });
    const { lufs } = await transcoder.loudness(await audioFixture({ format: 'flac', channels: 6, sampleRate: 96_000 }));
    expect(lufs).toBeGreaterThan(-40);
  });

  when('reads chapters and cuts at them, in several runs', async () => {
    const titles = Array.from({ length: 25 }, (_, n) => `Kapitel ${n + 1}`);
    const source = await chapteredFile('m4b', titles);
    const scratch = join(own, 'scratch');
    const chapters = await transcoder.chapters(source, scratch);
    expect(chapters.map(({ title }) => title)).toEqual(titles);
    const pieces = chapters.map(({ start }, n) => ({
      from: start,
      until: chapters[n + 1]?.start ?? null,
      target: join(own, `${n}.aac`),
    }));
    await transcoder.cut(source, pieces, 'aac');
    const lengths: number[] = [];
    for (const { target } of pieces) lengths.push((await probe(target)).durationMs);
    for (const length of lengths) expect(Math.abs(length - chapterSeconds * 1000)).toBeLessThan(50);
    const { durationMs } = await probe(source);
    expect(Math.abs(lengths.reduce((sum, length) => sum + length, 0) - durationMs)).toBeLessThan(50);
    expect(await readdir(own)).not.toContain('scratch');
  });

  when('counts from the beginning of the file, where it cuts only its end', async () => {
    const source = await audioFixture({ format: 'flac', seconds: 60 });
    const steps: number[] = [];
    const end = { from: 58_000, until: null, target: join(own, 'end.flac') };
    await transcoder.cut(source, [end], 'flac', { progress: (done) => steps.push(done) });
    expect(steps.at(-1)).toBeGreaterThan(59_000);
    expect((await probe(end.target)).durationMs).toBe(2000);
  });

  when('gives the same bytes for the same source', async () => {
    const source = await audioFixture({ format: 'flac', seconds: 2 });
    for (const format of audioFormats) {
      await transcoder.transcode(source, join(own, 'once'), format);
      await transcoder.transcode(source, join(own, 'again'), format);
      expect((await readFile(join(own, 'once'))).equals(await readFile(join(own, 'again')))).toBe(true);
    }
  });

  when('says how far it is', async () => {
    const source = await audioFixture({ format: 'flac', seconds: 60 });
    const steps: [number, number][] = [];
    await transcoder.transcode(source, join(own, 'progress.ogg'), 'ogg', {
      progress: (done, total) => steps.push([done, total]),
    });
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.at(-1)?.[0]).toBeGreaterThan(59_000);
    expect(
      steps.every(([done, total], at) => total === 60_000 && done <= total && done >= (steps[at - 1]?.[0] ?? 0)),
    ).toBe(true);
  });

  when('tells why it cannot, leaves nothing, and goes on with others', async () => {
    const bad = join(own, 'text.flac');
    await writeFile(bad, 'There is no sound in here.\n'.repeat(1000));
    const before = await readdir(own);
    const error = await failure(transcoder.transcode(bad, join(own, 'text.mp3'), 'mp3'));
    const reasons = [
      'Invalid data found when processing input',
      'Cannot determine format of input stream 0:0 after EOF',
    ];
    expect(error).toMatchObject({
      code: 'unreadable_audio',
      message: expect.stringMatching(new RegExp(`^ffmpeg cannot convert the file: (${reasons.join('|')})\\.$`)),
    });
    expect(await readdir(own)).toEqual(before);
    await transcoder.transcode(await audioFixture({ format: 'wav' }), join(own, 'after.mp3'), 'mp3');
  });

  when('passes the system error on where source or folder are not there', async () => {
    const source = await audioFixture({ format: 'wav' });
    expect(await failure(transcoder.transcode(join(own, 'none.wav'), join(own, 'x.mp3'), 'mp3'))).toMatchObject({
      code: 'ENOENT',
    });
    expect(await failure(transcoder.transcode(source, join(own, 'none', 'x.mp3'), 'mp3'))).toMatchObject({
      code: 'ENOENT',
    });
  });

  when('takes names for names', async () => {
    const strange = [
      '-i.wav',
      'http:x.wav',
      'concat:a|b.wav',
      '%03d.wav',
      'Grüße \'"$(x)`.wav',
      'neue\nZeile.wav',
      '日本 🎵.wav',
    ];
    const source = await audioFixture({ format: 'wav' });
    for (const name of strange) {
      await copyFile(source, join(own, name));
      await transcoder.transcode(join(own, name), join(own, `${name}.ogg`), 'ogg');
      expect((await probe(join(own, `${name}.ogg`))).codec).toBe('vorbis i');
    }
    const home = process.cwd();
    process.chdir(own);
    try {
      await transcoder.transcode('-i.wav', '-o.ogg', 'ogg');
    } finally {
      process.chdir(home);
    }
    expect((await stat(join(own, '-o.ogg'))).size).toBeGreaterThan(0);
  });

  when('reads no other file that a file names', async () => {
    await copyFile(await audioFixture({ format: 'wav' }), join(own, 'secret.wav'));
    const lists = {
      'list.mp3': 'ffconcat version 1.0\nfile secret.wav\n',
      'list.wav': '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nsecret.wav\n#EXT-X-ENDLIST\n',
    };
    for (const [name, text] of Object.entries(lists)) {
      await writeFile(join(own, name), text);
      expect(await failure(transcoder.transcode(join(own, name), join(own, 'leak.mp3'), 'mp3'))).toMatchObject({
        code: 'unreadable_audio',
      });
    }
  });

  when('ends at once when aborted, waiting or at work', async () => {
    const source = await audioFixture({ format: 'flac', seconds: 600, channels: 1 });
    const target = (n: number): string => join(own, `aborted-${n}.mp3`);
    const abort = new AbortController();
    const works = [0, 1, 2, 3].map((n) =>
      transcoder.transcode(source, target(n), 'mp3', {
        signal: abort.signal,
        // The first sign of life: two are at work, two wait.
        progress: () => abort.abort(),
      }),
    );
    for (const work of works) expect(await failure(work)).toMatchObject({ code: 'aborted' });
    expect((await readdir(own)).filter((name) => name.startsWith('aborted'))).toEqual([]);
    expect(await failure(transcoder.transcode(source, target(9), 'mp3', { signal: abort.signal }))).toMatchObject({
      code: 'aborted',
    });
  });

  when('stops with what runs and waits, twice if asked', async () => {
    const other = createTranscoder({ ffmpegPath: () => '', onPath, cores: 1, log: silentLog });
    const source = await audioFixture({ format: 'flac', seconds: 600, channels: 1 });
    let stopped: Promise<void> | undefined;
    const works = ['a', 'b'].map((name) =>
      failure(
        other.transcode(source, join(own, `stopped-${name}.mp3`), 'mp3', {
          progress: () => {
            stopped ??= other.stop();
          },
        }),
      ),
    );
    expect(await Promise.all(works)).toEqual([
      expect.objectContaining({ code: 'aborted' }),
      expect.objectContaining({ code: 'aborted' }),
    ]);
    await stopped;
    await other.stop();
    expect((await readdir(own)).filter((name) => name.startsWith('stopped'))).toEqual([]);
    expect(await failure(other.transcode(source, join(own, 'late.mp3'), 'mp3'))).toMatchObject({ code: 'aborted' });
  });
});

describe('the choice of an ffmpeg', () => {
  const program = async (name: string, script: string): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
    return file;
  };
  const convert = async (ffmpegPath: string, onPath?: string): Promise<string[]> => {
    const logged: string[] = [];
    const transcoder = createTranscoder({
      ffmpegPath: () => ffmpegPath,
      onPath,
      cores: 1,
      log: { ...silentLog, info: (message) => logged.push(message) },
    });
    try {
      await transcoder.transcode(await audioFixture({ format: 'wav' }), join(folder, 'chosen.ogg'), 'ogg');
    } finally {
      await transcoder.stop();
    }
    return logged;
  };

  it.each([
    ['is not there', '/nowhere/ffmpeg', 'ffmpeg_path names /nowhere/ffmpeg: there is no such program.'],
    ['is a folder', tmpdir(), `ffmpeg_path names ${tmpdir()}: it may not be run.`],
  ])('names a configured program that %s', async (_, configured, message) => {
    expect(await failure(convert(configured))).toMatchObject({ code: 'build_failed', message });
  });

  it('names a configured program that is something else or lacks the encoder', async () => {
    const other = await program('other', 'echo "no idea" >&2; exit 3');
    expect(await failure(convert(other))).toMatchObject({
      code: 'build_failed',
      message: expect.stringContaining(`ffmpeg_path names ${other}: it does not answer like ffmpeg`),
    });
    const poor = await program('poor', 'echo " A..... libmp3lame x"');
    expect(await failure(convert(poor))).toMatchObject({
      code: 'build_failed',
      message: `ffmpeg_path names ${poor}: it cannot write ogg (no libvorbis).`,
    });
  });

  it('takes the embedded one where the PATH has none, or one without the encoder', async () => {
    expect(await convert('', '/nowhere/ffmpeg')).toEqual([
      'Converting audio with the built-in ffmpeg. Not using /nowhere/ffmpeg from the PATH: there is no such program.',
    ]);
    const poor = await program('poor-on-path', 'echo " A..... libmp3lame x"');
    expect(await convert('', poor)).toEqual([
      `Converting audio with the built-in ffmpeg. Not using ${poor} from the PATH: it cannot write ogg (no libvorbis).`,
    ]);
    expect((await probe(join(folder, 'chosen.ogg'))).codec).toBe('vorbis i');
  });

  it.each(['', 'configured'])('asks a program again that did not answer once (%s)', async (kind) => {
    const good = 'case "$*" in *-encoders*) echo " A..... libmp3lame x" ;; *) printf written ;; esac';
    const mark = join(folder, `asked-${kind}`);
    const late = await program(`late-${kind}`, `[ -e ${mark} ] || { touch ${mark}; kill -9 $$; }; ${good}`);
    const [ffmpegPath, onPath] = kind === '' ? [(): string => '', late] : [(): string => late, '/nowhere/ffmpeg'];
    const transcoder = createTranscoder({ ffmpegPath, onPath, cores: 1, log: silentLog });
    const source = await audioFixture({ format: 'wav' });
    const target = join(folder, `late-${kind}.mp3`);
    const first = await transcoder.transcode(source, target, 'mp3').catch((error: unknown) => error);
    if (kind !== '') expect(first).toMatchObject({ code: 'not_now' });
    await transcoder.transcode(source, target, 'mp3');
    expect(await readFile(target, 'utf8')).toBe('written');
    await transcoder.stop();
  });

  it('follows the configuration from track to track', async () => {
    const writer = await program(
      'writer',
      'case "$*" in *-encoders*) echo " A..... libmp3lame x" ;; *) printf written ;; esac',
    );
    let configured = '/nowhere/ffmpeg';
    const transcoder = createTranscoder({ ffmpegPath: () => configured, cores: 1, log: silentLog });
    const source = await audioFixture({ format: 'wav' });
    const target = join(folder, 'followed.mp3');
    expect(await failure(transcoder.transcode(source, target, 'mp3'))).toMatchObject({ code: 'build_failed' });
    configured = writer;
    await transcoder.transcode(source, target, 'mp3');
    expect(await readFile(target, 'utf8')).toBe('written');
    await rm(writer);
    expect(await failure(transcoder.transcode(source, target, 'mp3'))).toMatchObject({ code: 'build_failed' });
    expect(await readFile(target, 'utf8')).toBe('written');
    await transcoder.stop();
  });
});

describe('what needs no converting', () => {
  it.each([
    ['mpeg 1 layer 3', 'mpeg', 'mp3', false],
    ['MPEG 2.5 Layer 3', 'MPEG', 'mp3', false],
    ['mpeg 1 layer 2', 'mpeg', 'mp3', true],
    ['mpeglayer3', 'wave', 'mp3', true],
    ['mpeg 1 layer 3', 'wave', 'mp3', true],
    ['aac', 'adts/mpeg-4', 'mp3', true],
    ['vorbis i', 'ogg', 'mp3', true],
    ['vorbis i', 'ogg', 'ogg', false],
    ['opus', 'ogg', 'ogg', true],
    ['vorbis i', 'ebml/webm', 'ogg', true],
    ['mpeg 1 layer 3', 'mpeg', 'ogg', true],
    ['', '', 'ogg', true],
  ] as [string, string, AudioFormat, boolean][])('%s in %s for %s: %s', (codec, container, format, needed) => {
    expect(needsTranscoding(codec, container, format)).toBe(needed);
  });
});

describe('the built-in ffmpeg', () => {
  afterEach(() => void jest.useRealTimers());

  it('converts a track that has waited for minutes behind a long one', async () => {
    const [long, short] = await Promise.all([60, 1].map((seconds) => audioFixture({ format: 'flac', seconds })));
    const transcoder = createTranscoder({ ffmpegPath: () => '', onPath: '/nowhere/ffmpeg', cores: 2, log: silentLog });
    // All but the timers of a limit: threads and files go on as they are.
    jest.useFakeTimers({
      doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval'],
    });
    let steps = 0;
    const first = transcoder.transcode(long ?? '', join(folder, 'long.mp3'), 'mp3', {
      progress: () => {
        steps++;
        jest.advanceTimersByTime(170_000);
      },
    });
    const second = transcoder.transcode(short ?? '', join(folder, 'short.mp3'), 'mp3');
    await Promise.all([first, second]).finally(() => transcoder.stop());
    expect(steps).toBeGreaterThan(1);
  });
});
