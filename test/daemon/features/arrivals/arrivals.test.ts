/** What came in last survives a restart, in whichever language it is read; what was set aside goes back. */
import { expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Arrivals } from '../../../../daemon/features/arrivals/arrivals.js';
import { createEvents } from '../../../../daemon/events.js';
import { say, textIn } from '../../../../workers/base/language/sentence.js';
import { silentLog } from '../../../../workers/base/ports.js';
import { until } from '../../../support/patience.js';
import { temporaryFolders } from '../../../support/folder.js';

const folder = temporaryFolders();

type Replaced = Parameters<Parameters<typeof Arrivals.open>[0]['replace']>;

async function home(): Promise<{
  inbox: string;
  path: string;
  open: () => Promise<Arrivals>;
  replaced: Replaced[];
}> {
  const at = await folder();
  const replaced: Replaced[] = [];
  const [inbox, path] = [join(at, 'inbox'), join(at, 'arrivals.json')];
  await mkdir(join(inbox, 'failed'), { recursive: true });
  const open = (): Promise<Arrivals> =>
    Arrivals.open({
      ...{ path, inbox, clock: { now: () => Date.UTC(2026, 2, 1) }, events: createEvents(), log: silentLog },
      replace: async (...given) => void replaced.push(given),
    });
  return { inbox, path, open, replaced };
}

it('is the same after a restart, sentences in both languages', async () => {
  const { path, open } = await home();
  const arrivals = await open();
  arrivals.add({ way: 'inbox', end: 'album', name: 'Meer', oids: [920] });
  arrivals.see();
  const reason = say('import.rejected', { filename: 'a.mp3', reason: say('wrong.empty_file') });
  arrivals.add({ way: 'inbox', end: 'failed', name: 'CD', reasons: [reason, 'plain'], aside: ['failed/CD'] });
  await until('the file', async () => (await readFile(path, 'utf8').catch(() => '')).includes('failed/CD'));
  const again = await open();
  expect(again.list()).toEqual(arrivals.list());
  expect(again.list()[0]?.reasons.map((one) => textIn(one, 'de'))).toEqual(['a.mp3: ist leer', 'plain']);
  expect([again.unseen(), again.list()[0]?.at]).toEqual([1, '2026-03-01T00:00:00.000Z']);
  again.add({ way: 'upload', end: 'album', name: 'Wald' });
  expect(again.list()[0]?.id).toBe(3);
});

it.each([['{'], ['{"last": 1}'], ['[]'], ['{"last": -1, "seen": 0, "arrivals": []}']])(
  'begins again with a file that says %s',
  async (text) => {
    const { path, open } = await home();
    await writeFile(path, text);
    expect((await open()).list()).toEqual([]);
  },
);

it('puts a folder and files back under names that are free, without the note', async () => {
  const { inbox, open } = await home();
  await mkdir(join(inbox, 'failed', 'CD', 'deep'), { recursive: true });
  await mkdir(join(inbox, 'CD'));
  await writeFile(join(inbox, 'failed', 'CD', 'deep', 'a.mp3'), 'a');
  await writeFile(join(inbox, 'failed', 'CD.why.txt'), 'why');
  await writeFile(join(inbox, 'failed', 'b.xyz'), 'b');
  const arrivals = await open();
  arrivals.add({ way: 'inbox', end: 'failed', name: 'CD', aside: ['failed/CD', 'failed/b.xyz', 'failed/gone'] });
  await arrivals.again(1);
  expect((await readdir(inbox)).sort()).toEqual(['CD', 'CD (2)', 'b.xyz', 'failed']);
  await expect(readFile(join(inbox, 'CD (2)', 'deep', 'a.mp3'), 'utf8')).resolves.toBe('a');
  await expect(readdir(join(inbox, 'failed'))).resolves.toEqual([]);
});

it('marks folders and files that are added anyway, in folders with free names', async () => {
  const { inbox, open } = await home();
  for (const name of ['duplicates/CD', 'CD', 'Tape']) await mkdir(join(inbox, name), { recursive: true });
  for (const name of ['duplicates/CD/a.mp3', 'duplicates/Tape.zip']) await writeFile(join(inbox, name), name);
  await writeFile(join(inbox, 'duplicates', 'CD.why.txt'), 'why');
  const arrivals = await open();
  arrivals.add({ way: 'inbox', end: 'duplicate', can_add: true, name: 'CD', aside: ['duplicates/CD'] });
  const tape = ['duplicates/Tape.zip', 'duplicates/gone.mp3'];
  arrivals.add({ way: 'inbox', end: 'duplicate', can_add: true, name: 'Tape', aside: tape });
  await arrivals.anyway(1);
  await arrivals.anyway(2);
  const inFolders = await Promise.all(['CD (2)', 'Tape (2)'].map((name) => readdir(join(inbox, name))));
  expect(inFolders.map((names) => names.sort())).toEqual([
    ['.tonstift-anyway', 'a.mp3'],
    ['.tonstift-anyway', 'Tape.zip'],
  ]);
  await expect(readdir(join(inbox, 'duplicates'))).resolves.toEqual([]);
});

it('puts the files of an arrival back once, and takes other arrivals of the same files off the list', async () => {
  const { inbox, open } = await home();
  await mkdir(join(inbox, 'duplicates'), { recursive: true });
  const names = Array.from({ length: 12 }, (_, n) => `duplicates/${n}.mp3`);
  for (const name of names) await writeFile(join(inbox, name), name);
  const arrivals = await open();
  for (const name of ['One', 'Two'])
    arrivals.add({ way: 'inbox', end: 'duplicate', can_add: true, name, aside: names });
  arrivals.add({ way: 'inbox', end: 'album', name: 'Other' });
  const ends = await Promise.allSettled([1, 1, 1].map((id) => arrivals.anyway(id)));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(ends[1]).toMatchObject({ reason: { code: 'not_found' } });
  expect((await readdir(inbox)).sort()).toEqual(['0', 'duplicates', 'failed']);
  expect(await readdir(join(inbox, '0'))).toHaveLength(13);
  expect(arrivals.list().map(({ name }) => name)).toEqual(['Other']);
});

it('follows no link out of the inbox', async () => {
  const { inbox, open } = await home();
  const outside = await folder();
  await writeFile(join(outside, 'secret'), 's');
  await symlink(outside, join(inbox, 'duplicates'));
  const arrivals = await open();
  arrivals.add({ way: 'inbox', end: 'duplicate', can_add: true, name: 'x', aside: ['duplicates/secret'] });
  await expect(arrivals.again(1)).rejects.toMatchObject({ code: 'conflict' });
  await expect(arrivals.anyway(1)).rejects.toMatchObject({ code: 'conflict' });
  await expect(readdir(outside)).resolves.toEqual(['secret']);
  expect(arrivals.list()).toHaveLength(1);
});

it('"Again" on twenty files of one name at once loses none', async () => {
  const { inbox, open } = await home();
  const arrivals = await open();
  const numbers = Array.from({ length: 20 }, (_, n) => String(n));
  for (const n of numbers) {
    await mkdir(join(inbox, 'failed', n));
    await writeFile(join(inbox, 'failed', n, 'a.xyz'), n);
    arrivals.add({ way: 'inbox', end: 'failed', name: n, aside: [`failed/${n}/a.xyz`] });
  }
  await Promise.all(arrivals.list().map(({ id }) => arrivals.again(id)));
  const names = (await readdir(inbox)).filter((name) => name.endsWith('.xyz'));
  const contents = await Promise.all(names.map((name) => readFile(join(inbox, name), 'utf8')));
  expect(contents.sort()).toEqual(numbers.sort());
});

it('puts back a file whose name is as long as names can be, beside another one', async () => {
  const { inbox, open } = await home();
  const name = `${'ä'.repeat(125)}.xyz`;
  await writeFile(join(inbox, name), 'first');
  await writeFile(join(inbox, 'failed', name), 'second');
  const arrivals = await open();
  arrivals.add({ way: 'inbox', end: 'failed', name, aside: [`failed/${name}`] });
  await arrivals.again(1);
  const names = (await readdir(inbox)).filter((one) => one.endsWith('.xyz'));
  expect(await Promise.all(names.map((one) => readFile(join(inbox, one), 'utf8')))).toEqual(
    expect.arrayContaining(['first', 'second']),
  );
});

it('replaces the tracks of the album by what was set aside, and removes its note', async () => {
  const { inbox, open, replaced } = await home();
  const arrivals = await open();
  await mkdir(join(inbox, 'duplicates/CD/Texte'), { recursive: true });
  for (const name of ['CD/1.mp3', 'CD/Texte/2.txt', 'CD.why.txt'])
    await writeFile(join(inbox, 'duplicates', name), 'x');
  const known = { way: 'inbox', end: 'duplicate', name: 'CD', oids: [920], aside: ['duplicates/CD'] } as const;
  arrivals.add(known);
  await expect(arrivals.replace(1)).rejects.toMatchObject({ code: 'not_found' });
  arrivals.add({ ...known, can_replace: true });
  await arrivals.replace(2);
  const [oid, files] = replaced[0] ?? [];
  expect([oid, files?.name, files?.files.map(({ relativePath }) => relativePath).sort()]).toEqual([
    920,
    'CD',
    ['1.mp3', 'Texte/2.txt'],
  ]);
  expect(arrivals.list().map(({ id }) => id)).toEqual([1]);
  // A file that was not taken stays, with its note. A file that is gone can replace nothing.
  expect((await readdir(join(inbox, 'duplicates'))).sort()).toEqual(['CD', 'CD.why.txt']);
  await rm(join(inbox, 'duplicates/CD'), { recursive: true });
  arrivals.add({ ...known, can_replace: true });
  await expect(arrivals.replace(3)).rejects.toMatchObject({ code: 'not_found' });
  expect(arrivals.list().map(({ id }) => id)).toEqual([3, 1]);
});
