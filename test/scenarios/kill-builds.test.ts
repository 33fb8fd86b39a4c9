/** `kill -9` while albums are edited and built: after one start each file for the pen is what its album says. */
import { expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gmeAlbum } from '../../workers/build/build-album.js';
import { mediaOf } from '../../workers/build/media.js';
import { writeGme } from '../../workers/build/write-gme.js';
import { createSpeaker } from '../../workers/audio/speaker.js';
import { createTranscoder } from '../../workers/audio/ffmpeg/transcode.js';
import { silentLog } from '../../workers/base/ports.js';
import { fingerprintOf } from '../../workers/library/fingerprint.js';
import { Library } from '../../workers/library/library.js';
import { mp3 } from '../fixtures/mp3.js';
import { temporaryFolders } from '../support/folder.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { until } from '../support/patience.js';
import { times } from '../support/times.js';

const folder = temporaryFolders();
const rounds = times(4, 40);
const albums = 3;
const target = { language: 'GERMAN', format: 'mp3' } as const;

it(
  `leaves no wrong file and no orphan in ${rounds} kills`,
  async () => {
    const home = await folder();
    await fill(join(home, 'inbox'));
    let killed = 0;
    for (let round = 0; round <= rounds; round++) {
      const daemon = await startProgram(home, ['--inbox-settle-seconds', '0']);
      try {
        await ready(daemon);
        expect({ round, ...(await faultsOf(home)) }).toEqual({ round, wrong: [], orphans: [] });
        if (round < rounds && (await edit(daemon, 30 + Math.random() * 300))) killed++;
      } finally {
        await daemon.kill();
      }
    }
    expect(killed).toBe(rounds);
  },
  60_000 + rounds * 10_000,
);

async function fill(inbox: string): Promise<void> {
  for (let n = 1; n <= albums; n++) {
    await mkdir(join(inbox, `Album ${n}`), { recursive: true });
    for (let track = 1; track <= 2; track++)
      await writeFile(
        join(inbox, `Album ${n}`, `${track}.mp3`),
        await mp3({ frames: 4000, offset: n * 40 + track, tags: { TIT2: `Lied ${track}`, TALB: `Album ${n}` } }),
      );
  }
}

const ready = (daemon: RunningDaemon): Promise<unknown> =>
  until('the files', async () => {
    const all = await daemon.albums();
    return all.length === albums && all.every(({ gme_state: state }) => state === 'ready');
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${daemon.output()}`);
  });

/** There and back again, under names of one length and another: the file keeps its size, and often its name. */
async function edit(daemon: RunningDaemon, ms: number): Promise<boolean> {
  const oids = (await daemon.albums()).map(({ oid }) => oid);
  const end = performance.now() + ms;
  const change = async (uid: number): Promise<void> => {
    for (let n = 0; performance.now() < end; n++) {
      const album_title = ['Same', 'Same!', 'Other'][n % 3] ?? '';
      const player_mode = n % 2 === 0 ? 'tiptoi' : 'music';
      await daemon.post('/library', { action: 'update', uid: String(uid), album_title, player_mode });
      if (Math.random() < 0.5) await new Promise((resolve) => setTimeout(resolve, Math.random() * 40));
    }
  };
  const killing = new Promise<void>((resolve) => setTimeout(resolve, ms * Math.random())).then(() => daemon.kill());
  await Promise.all([killing, ...oids.map((oid) => change(oid).catch(() => undefined))]);
  return daemon.process.signalCode === 'SIGKILL';
}

/** Each file is built once more beside the library. */
async function faultsOf(home: string): Promise<{ wrong: string[]; orphans: string[] }> {
  const library = await Library.peek(join(home, 'library'), silentLog);
  const transcoder = createTranscoder({ ffmpegPath: () => '', cores: 1, log: silentLog });
  const speaker = createSpeaker(() => '');
  const again = join(await folder(), 'again.gme');
  const names = new Set<string>();
  const wrong: string[] = [];
  for (const album of library.albums) {
    const media = await mediaOf(album, 'mp3', { library, transcoder, speaker, cores: 1 });
    await writeGme(again, gmeAlbum(album, target), media);
    const file = album.files.find(({ fingerprint }) => fingerprint === fingerprintOf(album, target));
    if (file !== undefined) names.add(file.filename);
    const path = join(library.gmeFolder, file?.filename ?? 'none');
    if (!(await readFile(path)).equals(await readFile(again))) wrong.push(path);
  }
  await transcoder.stop();
  const orphans = (await readdir(library.gmeFolder)).filter((name) => !names.has(name));
  return { wrong, orphans };
}
