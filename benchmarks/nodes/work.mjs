/** Steady work: converts and deletes albums, edits, prints sheets, searches, reads pages. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, factsOf } from '../chaos/daemon.mjs';
import { mp3, wav } from '../chaos/sounds.mjs';

/**
 * @param {import('../chaos/daemon.mjs').Daemon} daemon
 * @param {{ files: { album: string }, drop: Function, folder: string, inbox: string }} way
 * @param {number} minutes
 * @returns {Promise<number>} the maximum of resident megabytes
 */
export async function work(daemon, way, minutes) {
  const end = performance.now() + minutes * 60_000;
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, factsOf(daemon.child.pid).resident)), 1000);
  try {
    for (let n = 0; performance.now() < end; n++) {
      const source = join(way.folder, `source ${n}`);
      mkdirSync(source);
      cpSync(join(way.files.album, 'cover.jpg'), join(source, 'cover.jpg'));
      for (let track = 1; track <= 4; track++)
        writeFileSync(
          join(source, `${track}.mp3`),
          mp3({ frames: 3000, offset: 31 * n, title: `${n} ${track}`, track }),
        );
      writeFileSync(join(source, '5.wav'), wav({ seconds: 60, pitch: 200 + n }));
      const { album } = await way.drop(daemon, source, `Album ${n}`);
      rmSync(source, { recursive: true });
      await act(daemon, { action: 'update', uid: album.uid, album_artist: `Somebody ${n}` });
      const answers = await Promise.all(
        [
          `/library/${album.oid}`,
          '/library',
          `/pdf?oids=${album.oid}`,
          '/papers?q=parsing',
          '/pens',
          '/config',
          '/print',
        ].map(async (path) => {
          const answer = await fetch((await daemon.url) + path, { headers: { accept: 'text/html' } });
          await answer.arrayBuffer();
          return answer.status;
        }),
      );
      if (answers.some((status) => status >= 500)) throw new Error(`A page was answered with ${answers.join(', ')}.`);
      if (n > 10) await act(daemon, { action: 'delete', uid: album.uid });
      await sleep(3000);
    }
  } finally {
    clearInterval(watch);
  }
  return most;
}
