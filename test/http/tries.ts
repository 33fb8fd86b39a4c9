/** The real virtual pen behind the services in memory: of each album that has a file there is one that sounds. */
import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { KeptFiles } from '../../daemon/features/try/kept-files.js';
import { TestSheetFile } from '../../daemon/features/try/test-sheet-file.js';
import { PenSessions } from '../../daemon/features/try/pen-sessions.js';
import type { AlbumService } from '../../http/resources/albums/service.js';
import { silentLog, type MonotonicClock } from '../../workers/base/ports.js';
import type { MediaSource } from '../../workers/build/media-source.js';
import { writeGme } from '../../workers/build/write-gme.js';
import type { PlayerMode } from '../../workers/gme/header.js';
import { beeps, samplesOf, wavOf } from '../../workers/print/test-sheet/sounds.js';

/** The sound of a track, from 0: no two are alike. */
export const soundOf = (track: number): Buffer => wavOf(samplesOf(beeps(330 + 20 * track, 1)));

/** A file as the daemon makes them, with as many tracks. */
async function writeAlbumGme(path: string, productId: number, tracks: number, mode: PlayerMode): Promise<void> {
  const sounds = Array.from({ length: tracks }, (_, n) => soundOf(n));
  const source = `${path}.sounds`;
  await writeFile(source, Buffer.concat(sounds));
  let end = 0;
  const media = sounds.map(({ length }): MediaSource => ({ path: source, start: end, end: (end += length) }));
  await writeGme(path, { productId, language: 'GERMAN', date: '20260101', mode }, media);
  await rm(source);
}

/** @param folder of its own */
export function testTries(
  folder: string,
  albums: Pick<AlbumService, 'get' | 'gmeFile'>,
  clock: MonotonicClock,
  maxBytes: () => number,
): { tries: PenSessions; stop(): void } {
  const kept = new KeptFiles({ folder, maxBytes, clock, log: silentLog });
  const end = kept.start();
  const testSheet = new TestSheetFile({ folder, kept, language: () => 'GERMAN' });
  const sounding: Pick<AlbumService, 'get' | 'gmeFile'> = {
    get: (oid) => albums.get(oid),
    async gmeFile(oid) {
      const { path, ...file } = await albums.gmeFile(oid);
      const { num_tracks: tracks, player_mode: mode } = albums.get(oid);
      const sound = join(dirname(path), `sounding-${oid}-${tracks}-${mode}.gme`);
      if ((await stat(sound).catch(() => null)) === null) await writeAlbumGme(sound, oid, tracks, mode);
      return { ...file, path: sound, size: (await stat(sound)).size };
    },
  };
  return { tries: new PenSessions({ albums: sounding, kept, testSheet, clock }), stop: end };
}
