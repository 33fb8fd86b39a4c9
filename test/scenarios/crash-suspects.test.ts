/** A file that crashed the program twice is set aside at the next start, with the reason; others are imported. */
import { expect, it } from '@jest/globals';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mp3 } from '../fixtures/mp3.js';
import { suiteFolder } from '../support/folder.js';
import { startProgram, type RunningDaemon } from './daemon-process.js';
import { until } from '../support/patience.js';

const home = suiteFolder();

interface Note {
  at_work: string[];
  strikes: Record<string, number>;
}
const note = async (): Promise<Note> =>
  JSON.parse(
    await readFile(join(home, 'inbox-at-work.json'), 'utf8').catch(() => '{"at_work":[],"strikes":{}}'),
  ) as Note;
const isAtWork = async (): Promise<boolean> => (await note()).at_work.some((key) => key.includes('endless.csv'));

it('sets aside an entry that was being imported at two crashes in a row, and no other', async () => {
  // Long work, during which the program can be killed.
  const rows = Array.from({ length: 300_000 }, (_, n) => `${n},2020,c\n`).join('');
  await writeFile(join(home, 'endless.csv'), `title,year,conference\n${rows}`);
  let daemon: RunningDaemon = await startProgram(home);
  await copyFile(join(home, 'endless.csv'), join(daemon.inbox, 'endless.csv'));
  for (const crashes of [0, 1]) {
    // The note of the last run stays until this run has read it.
    await until('the work', async () => (await isAtWork()) && Object.values((await note()).strikes).length === crashes);
    await daemon.kill();
    expect(await readdir(daemon.inbox)).toContain('endless.csv');
    daemon = await startProgram(home);
  }
  await writeFile(join(daemon.inbox, 'song.mp3'), await mp3({ offset: 3, tags: { TALB: 'After it' } }));
  await until('the other file', async () =>
    (await daemon.albums()).some(({ album_title: title }) => title === 'After it'),
  );
  const failed = join(daemon.inbox, 'failed');
  await until('the file set aside', async () =>
    (await readdir(failed).catch((): string[] => [])).includes('endless.csv'),
  );
  expect(await readFile(join(failed, 'endless.csv.why.txt'), 'utf8')).toContain('crashed or got stuck twice in a row');
  await until('the note to be clean', async () => (await note()).at_work.length === 0);
  expect((await note()).strikes).toEqual({});
  // It is retried after a user has put it back.
  await copyFile(join(failed, 'endless.csv'), join(daemon.inbox, 'endless.csv'));
  await until('another try', isAtWork);
  await daemon.kill();
});
