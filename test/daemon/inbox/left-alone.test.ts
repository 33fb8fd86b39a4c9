/** Files that Tonstift may not remove from the inbox are imported once. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, rename, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LeftAlone } from '../../../daemon/inbox/left-alone.js';
import { scanInbox, type InboxScan } from '../../../daemon/inbox/scan.js';
import { say } from '../../../workers/base/language/sentence.js';
import { temporaryFolders } from '../../support/folder.js';

const folder = temporaryFolders();

let home: string;
const at = (...parts: string[]): string => join(home, 'inbox', ...parts);
beforeEach(async () => {
  home = await folder();
  await mkdir(at('Album'), { recursive: true });
  for (const name of ['1.mp3', '2.mp3']) await writeFile(at('Album', name), name);
});

/** As after a restart. */
const open = (): LeftAlone => new LeftAlone(at(), join(home, 'left-alone.json'));
const scan = (): Promise<InboxScan> => scanInbox(at());
/** Leaves all files alone, as if the system had refused to move them. */
const leave = async ({ entries }: InboxScan): Promise<void> => {
  const files = entries.flatMap((entry) => entry.files);
  await open().take(files, [], true);
};
/** Names of the entries that are to be imported. */
const toImport = async (found: InboxScan): Promise<string[]> =>
  (await open().without(found)).entries.map(({ name }) => name);

/** The files of a share: another device than that of the folder at which it is mounted. */
const onShare = ({ entries, ...rest }: InboxScan): InboxScan => ({
  ...rest,
  entries: entries.map((entry) => ({
    ...entry,
    files: entry.files.map((file) => ({ ...file, identity: (file.identity ?? '').replace(/^\d+:/, '4711:') })),
  })),
});

it('they stay known while the share is not mounted, and after it is mounted once more', async () => {
  await leave(onShare(await scan()));
  await rename(at(), join(home, 'server'));
  await mkdir(at());
  expect(await toImport(await scan())).toEqual([]);
  await rmdir(at());
  await rename(join(home, 'server'), at());
  // The mount has another device number now.
  expect(await toImport(await scan())).toEqual([]);
});

it('they stay known while a share below the inbox is not mounted', async () => {
  await leave(onShare(await scan()));
  await mkdir(at('Own'));
  await writeFile(at('Own', '1.mp3'), 'own');
  await rename(at('Album'), join(home, 'server'));
  await mkdir(at('Album'));
  expect(await toImport(await scan())).toEqual(['Own']);
  await rmdir(at('Album'));
  await rename(join(home, 'server'), at('Album'));
  expect(await toImport(await scan())).toEqual(['Own']);
});

it('they are imported again if they come back after their folder was removed', async () => {
  await leave(await scan());
  await writeFile(at('Own.mp3'), 'own');
  await rename(at('Album'), join(home, 'elsewhere'));
  expect(await toImport(await scan())).toEqual(['Own.mp3']);
  await rename(join(home, 'elsewhere'), at('Album'));
  expect((await toImport(await scan())).sort()).toEqual(['Album', 'Own.mp3']);
});

it('they are imported again if they come back after all of the inbox was removed', async () => {
  await leave(await scan());
  await rename(at('Album'), join(home, 'elsewhere'));
  expect(await toImport(await scan())).toEqual([]);
  await rename(join(home, 'elsewhere'), at('Album'));
  expect(await toImport(await scan())).toEqual(['Album']);
});

describe('the command to remove a folder', () => {
  const reasons = async (found: InboxScan): Promise<string> =>
    (await open().without(found)).left.map(({ reason }) => String(reason)).join();

  it('is shown if all of it was imported', async () => {
    await leave(await scan());
    expect(await reasons(await scan())).toContain('It is in the library.');
    expect(await reasons(await scan())).toContain(`sudo rm -r '${at('Album')}'`);
  });

  it('is not shown if a folder in it cannot be read', async () => {
    await leave(await scan());
    const closed = { name: 'Album/CD 2', reason: say('inbox.forbidden') };
    const reason = await reasons({ ...(await scan()), problems: [closed] });
    expect(reason).toContain('Not all of it was imported.');
    expect(reason).not.toContain('sudo rm');
  });

  it('is not shown while another file in it waits', async () => {
    await leave(await scan());
    await writeFile(at('Album', '3.mp3.part'), 'half');
    const reason = await reasons(await scan());
    expect(reason).toContain('Not all of it was imported.');
    expect(reason).not.toContain('sudo rm');
  });
});

it('a new file may have a name that every object has', async () => {
  await leave(await scan());
  await writeFile(at('constructor'), 'own');
  expect(await toImport(await scan())).toEqual(['constructor']);
});
