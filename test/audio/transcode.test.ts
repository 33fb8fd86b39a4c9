import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probe } from '../../workers/audio/probe.js';
import { createTranscoder, needsTranscoding, type Transcoder } from '../../workers/audio/transcode.js';
import { frameAt } from '../../workers/audio/mpeg-frame.js';
import type { AudioFormat } from '../../workers/library/types.js';
import { silentLog } from '../../workers/ports.js';
import { audioFixture, fixtureFormats } from '../fixtures/audio.js';
import { embeddedOnly } from '../fixtures/embedded-only.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tonstift-transcode-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the embedded ffmpeg', () => {
  let transcoder: Transcoder;
  let restore: () => void;
  beforeAll(() => {
    restore = embeddedOnly();
    transcoder = createTranscoder({ ffmpegPath: () => '', cores: 2, log: silentLog });
  });
  afterAll(async () => {
    await transcoder.stop();
    restore();
  });

  it('makes both formats of every kind', async () => {
    for (const kind of fixtureFormats) {
      const source = await audioFixture({ format: kind, seconds: 2 });
      for (const format of ['mp3', 'ogg'] as AudioFormat[]) {
        const target = join(folder, `${kind}.${format}`);
        await transcoder.transcode(source, target, format);
        const facts = await probe(target);
        console.log(kind, format, facts.codec, facts.container, facts.durationMs);
      }
    }
  }, 120_000);
});
