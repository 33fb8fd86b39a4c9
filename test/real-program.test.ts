/** One short life of the built program: an album for a pen, papers, an end and another start. */
import { expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractMedia } from '../workers/build/read-gme.js';
import { simulatePen } from '../workers/pen/simulate.js';
import { mp3 } from './fixtures/mp3.js';
import { startProgram } from './scenarios/daemon-process.js';
import { startEmbeddingServer } from './support/embedding-server.js';
import { temporaryFolders } from './support/folder.js';
import { until } from './support/patience.js';

const folder = temporaryFolders();

it('makes an album for a pen, finds papers, and has both after another start', async () => {
  const home = await folder();
  const pen = join(home, 'pen');
  await simulatePen(pen, {});
  const api = await startEmbeddingServer({ dimension: 32 });
  const flags = ['--pen-paths', pen, '--llm-backend-url', api.url, '--embedding-model', 'mini'];
  let daemon = await startProgram(home, flags);
  try {
    const sounds = [await mp3({ offset: 1 }), await mp3({ offset: 40 })];
    await mkdir(join(daemon.inbox, 'Sounds'));
    for (const [n, sound] of sounds.entries()) await writeFile(join(daemon.inbox, 'Sounds', `${n}.mp3`), sound);
    const file = await until('the file on the pen', async () =>
      (await readdir(pen)).find((name) => name.endsWith('.gme')),
    );
    for (const [n, sound] of sounds.entries()) {
      await extractMedia(join(pen, file), n, join(home, 'heard'));
      expect(sound.includes(await readFile(join(home, 'heard')))).toBe(true);
    }
    const page = await fetch(`${daemon.url}/library`, { headers: { accept: 'text/html' } });
    expect([page.status, (await page.text()).includes('Sounds')]).toEqual([200, true]);

    const papers = ['speech', 'vision'].map((topic) => ({ title: `On ${topic}`, year: 2020, conference: 'ACL' }));
    const body = papers.map((paper) => JSON.stringify(paper)).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    expect((await fetch(`${daemon.url}/papers`, { method: 'POST', headers, body })).status).toBe(200);
    await until('the vectors', async () => {
      const { status } = await daemon.json<{ status: { embedded: number; state: string } }>('/papers');
      return status.embedded === 2 && status.state === 'idle';
    });
    expect(await daemon.stop()).toBe(0);

    daemon = await startProgram(home, flags);
    expect((await daemon.albums()).map(({ album_title }) => album_title)).toEqual(['Sounds']);
    const found = await daemon.json<{ papers: { title: string }[] }>('/papers?q=vision');
    expect(found.papers[0]?.title).toBe('On vision');
  } finally {
    await daemon.stop();
    await api.close();
  }
});
