/** The limits of the inbox: thousands of useless files, unreadable folders, entries that crash the program. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { InboxReconciler } from '../../../daemon/inbox/reconciler.js';
import { scanInbox, type Entry } from '../../../daemon/inbox/scan.js';
import { CrashSuspects } from '../../../daemon/inbox/crash-suspects.js';
import { until } from '../../support/patience.js';
import { endings } from '../../support/endings.js';
import { temporaryFolders } from '../../support/folder.js';
import { testLibrary } from '../../support/open-library.js';
import { times } from '../../support/times.js';

const folder = temporaryFolders();
const end = endings();

const script = fileURLToPath(new URL('./scan-inbox.js', import.meta.url));
/** Root may read everything; the scan is then another user's. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

it('an unreadable folder does not block the other entries, and folders of the system are skipped', async () => {
  const inbox = await folder();
  for (const name of [
    'Album',
    'Secret',
    'Deep/inside',
    'Deep/inside too',
    'lost+found',
    '$RECYCLE.BIN',
    'System Volume Information',
  ])
    await mkdir(join(inbox, name), { recursive: true });
  for (const name of ['Album/1.mp3', 'Secret/1.mp3', 'Deep/1.mp3', 'solo.mp3']) await writeFile(join(inbox, name), 'x');
  const closed = ['Secret', 'Deep/inside', 'Deep/inside too', 'lost+found', 'System Volume Information'];
  for (const name of closed) await chmod(join(inbox, name), 0);
  await chmod(inbox, 0o755);
  const { stdout } = await promisify(execFile)(process.execPath, [script, inbox], { ...nobody, cwd: '/' });
  for (const name of closed) await chmod(join(inbox, name), 0o755);
  const found = JSON.parse(stdout) as { entries: string[]; problems: { name: string; reason: string }[] };
  expect(found.entries).toEqual(['Album', 'Deep', 'solo.mp3']);
  expect(found.problems.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    {
      name: expect.stringMatching(/^Deep\/inside( too)?$/) as unknown,
      reason: 'The account that runs Tonstift may not read it. The same applies to 1 more folder next to it.',
    },
    { name: 'Secret', reason: 'The account that runs Tonstift may not read it.' },
  ]);
});

it('a name that is not UTF-8 and may not be changed does not block the others', async () => {
  const inbox = await folder();
  await mkdir(join(inbox, 'Album'));
  await writeFile(join(inbox, 'Album', '1.mp3'), 'x');
  for (const name of ['B\xe4r.mp3', 'Album/B\xe4r.mp3', 'Album/Gr\xfc\xdfe.mp3'])
    await writeFile(Buffer.concat([Buffer.from(`${inbox}/`), Buffer.from(name, 'latin1')]), 'x');
  const closed = [join(inbox, 'Album'), inbox];
  for (const path of closed) await chmod(path, 0o555);
  const { stdout } = await promisify(execFile)(process.execPath, [script, inbox], { ...nobody, cwd: '/' });
  for (const path of closed) await chmod(path, 0o755);
  const found = JSON.parse(stdout) as { entries: string[]; problems: { name: string; reason: string }[] };
  expect(found.entries).toEqual(['Album']);
  expect(found.problems).toEqual([
    { name: 'Bär.mp3', reason: expect.stringMatching(/^Its name is not UTF-8,/) as unknown },
    {
      name: expect.stringMatching(/^Album\/(Bär|Grüße)\.mp3$/) as unknown,
      reason: expect.stringMatching(/^Its name is not UTF-8,/) as unknown,
    },
  ]);
});

it('albums called Failed and Duplicates are imported', async () => {
  const inbox = await folder();
  for (const name of ['failed', 'Failed', 'duplicates', 'Duplicates']) {
    await mkdir(join(inbox, name));
    await writeFile(join(inbox, name, '1.mp3'), 'x');
  }
  const { entries, problems } = await scanInbox(inbox);
  expect([entries.map(({ name }) => name).sort(), problems]).toEqual([['Duplicates', 'Failed'], []]);
});

it('an album that is too deep is a problem, and the rest of its folder is imported', async () => {
  const inbox = await folder();
  const deep = Array.from({ length: 66 }, () => 'a').join('/');
  await mkdir(join(inbox, 'CD', deep), { recursive: true });
  await writeFile(join(inbox, 'CD', deep, '1.mp3'), 'x');
  await writeFile(join(inbox, 'CD', '2.mp3'), 'x');
  const { entries, problems } = await scanInbox(inbox);
  expect(entries.map(({ files }) => files.map(({ relativePath }) => relativePath))).toEqual([['2.mp3']]);
  expect(problems.map(({ name, reason }) => [name.slice(0, 6), String(reason)])).toEqual([
    ['CD/a/a', 'Its files are more than 64 folders deep and are not imported. Move them further up.'],
  ]);
});

it('thousands of useless files are set aside with a few notes, and do not block the event loop', async () => {
  const home = await folder();
  const inbox = join(home, 'inbox');
  await mkdir(inbox);
  const count = times(1200, 10_000);
  for (let n = 0; n < count; n++) await writeFile(join(inbox, `junk ${n}.${n % 2 === 0 ? 'dat' : 'mp3'}`), 'junk');
  const { importing, jobs, events, log, clock, albums, logged } = await testLibrary(home, end);
  const reconciler = new InboxReconciler({
    ...{ inbox, importing, jobs, events, log, clock, settleMs: () => 5000 },
    note: () => undefined,
    arrived: (arrived) => albums.arrived(arrived),
  });
  end.push(() => reconciler.stop());
  const silence = monitorEventLoopDelay({ resolution: 10 });
  silence.enable();
  reconciler.wake();
  await until('the inbox to be empty', async () => {
    clock.advance(1000);
    await reconciler.idle();
    return (await readdir(inbox)).length === 1;
  });
  silence.disable();
  const failed = await readdir(join(inbox, 'failed'));
  const notes = failed.filter((name) => name.endsWith('.why.txt'));
  expect([failed.length - notes.length, notes.length <= 30, logged.length < 1000]).toEqual([count, true, true]);
  const [note = ''] = notes;
  expect(await readFile(join(inbox, 'failed', note), 'utf8')).toMatch(/^junk \d+\.(dat|mp3): /);
  process.stderr.write(`Longest silence: ${Math.round(silence.max / 1e6)} ms\n`);
  expect(silence.max / 1e6).toBeLessThan(1500);
});

describe('an entry that crashed the program', () => {
  const entry = { key: 'folder/CD', name: 'CD', signature: 'a', files: [] } as unknown as Entry;
  const never = (): Promise<void> => new Promise(() => undefined);
  let path: string;
  let calls: string[];
  beforeEach(async () => {
    path = join(await folder(), 'note.json');
    calls = [];
  });
  const say = (word: string) => async (): Promise<void> => void calls.push(word);
  /** The import of each entry is under way, and never ends. */
  const begun = (suspects: CrashSuspects, ...entries: Entry[]): Promise<unknown> =>
    Promise.all(
      entries.map(
        (one) =>
          new Promise<void>((resolve) => void suspects.guard([one], () => (resolve(), never()), say('rejected'))),
      ),
    );

  it('is retried after the first crash, and rejected after the second in a row', async () => {
    await begun(new CrashSuspects(path), entry);
    await begun(new CrashSuspects(path), entry);
    await new CrashSuspects(path).guard([entry], say('worked'), say('rejected'));
    expect(calls).toEqual(['rejected']);
    await new CrashSuspects(path).guard([entry], say('worked'), say('rejected'));
    expect(calls).toEqual(['rejected', 'worked']);
  });

  it('is rejected at once if the program hung during its import alone, and retried if there were others', async () => {
    const other = { ...entry, key: 'folder/LP', name: 'LP' };
    await begun(new CrashSuspects(path), entry, other);
    const second = new CrashSuspects(path, true);
    await second.guard([other], say('the other'), say('rejected'));
    await begun(second, entry);
    await new CrashSuspects(path, true).guard([entry], say('worked'), say('rejected'));
    expect(calls).toEqual(['the other', 'rejected']);
    const alone = join(await folder(), 'note.json');
    await begun(new CrashSuspects(alone), entry);
    await new CrashSuspects(alone, true).guard([entry], say('worked'), say('rejected at once'));
    expect(calls.slice(2)).toEqual(['rejected at once']);
  });

  it('is not suspected after an import that ended, or with an invalid note', async () => {
    await begun(new CrashSuspects(path), entry);
    await new CrashSuspects(path).guard([entry], say('worked'), say('rejected'));
    await begun(new CrashSuspects(path), entry);
    await new CrashSuspects(path).guard([entry], say('worked'), say('rejected'));
    expect(calls).toEqual(['worked', 'worked']);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ at_work: [], strikes: {} });
    await writeFile(path, 'no JSON');
    await new CrashSuspects(path).guard([entry], say('worked'), say('rejected'));
    expect(calls).toHaveLength(3);
  });
});
