import { describe, expect, it } from '@jest/globals';
import type { Entry, PenSystem } from '../../../workers/pen/find/system.js';
import { thisSystem } from '../../../workers/pen/find/system.js';
import type { DriveFact } from '../../../workers/pen/find/drives-process.js';
import { listVolumes, mountsFingerprint } from '../../../workers/pen/find/volumes.js';
import { withTmpfs } from './tmpfs.js';

/** A machine on paper: it fails on every path that is not given, as volumes must not be touched. */
function machine(
  platform: NodeJS.Platform,
  texts: Record<string, string>,
  folders: Record<string, Entry[]> = {},
  links: Record<string, string> = {},
  drives?: DriveFact[],
): PenSystem {
  const given = <Value>(table: Record<string, Value>, path: string): Promise<Value> => {
    const value = table[path];
    return value === undefined
      ? Promise.reject(Object.assign(new Error(`touched ${path}`), { code: 'ENOENT' }))
      : Promise.resolve(value);
  };
  return {
    ...thisSystem,
    platform,
    text: (path) => given(texts, path),
    entries: (path) => given(folders, path),
    realPath: (path) => given(links, path),
    identity: (path) => given({}, path),
    drives: () => (drives === undefined ? Promise.reject(new Error('spawn df ENOENT')) : Promise.resolve(drives)),
  };
}

const link = (name: string): Entry => ({ name, kind: 'link' });

const mountinfo = String.raw`
21 1 8:2 / / rw - ext4 /dev/sda2 rw
22 21 0:4 / /proc rw - proc proc rw
23 21 8:1 / /boot/efi rw - vfat /dev/sda1 rw
30 21 8:17 / /media/anna/TIPTOI rw - vfat /dev/sdb1 rw
31 21 8:33 / /media/anna/Mein\040Stift ro - exfat /dev/sdc1 rw
32 21 8:33 /Kinder /home/anna/Kinder rw - exfat /dev/sdc1 rw
33 21 0:60 / /media/anna/nas rw - cifs //nas/share rw
34 21 0:61 / /mnt/far rw - nfs4 nas:/share rw
35 21 0:62 / /mnt/ssh rw - fuse.sshfs host:/ rw
36 21 0:63 / /mnt/auto rw - autofs systemd-1 rw
37 21 0:64 / /mnt/memory rw - tmpfs tmpfs rw
38 21 0:65 / /tmp rw - tmpfs tmpfs rw
39 21 0:66 / /srv/pen rw - vfat /dev/mapper/pen rw
40 21 8:49 / /run/media/anna/disk rw - ext4 /dev/sdd1 rw
41 21 0:67 / /run/user/1000/doc rw - fuse.portal portal rw
42 21 0:68 / /mnt/stick rw - fuseblk /dev/sde1 rw
43 21 0:69 / /mntx rw - ext4 /dev/sdf1 rw
`;

describe('volumes on Linux', () => {
  const system = machine(
    'linux',
    { '/proc/self/mountinfo': mountinfo },
    {
      '/dev/disk/by-label': [link(String.raw`Mein\x20Stift`), link('TIPTOI'), link('gone')],
      '/dev/disk/by-uuid': [link('1A2B-3C4D'), link('dm')],
    },
    {
      [String.raw`/dev/disk/by-label/Mein\x20Stift`]: '/dev/sdc1',
      '/dev/disk/by-label/TIPTOI': '/dev/sdb1',
      '/dev/disk/by-uuid/1A2B-3C4D': '/dev/sdb1',
      '/dev/disk/by-uuid/dm': '/dev/dm-0',
      '/dev/sdb1': '/dev/sdb1',
      '/dev/sdc1': '/dev/sdc1',
      '/dev/mapper/pen': '/dev/dm-0',
    },
  );

  it('are those for plugging in and those of the kinds that pens have, never of the network', async () => {
    expect(await listVolumes(system)).toEqual([
      { path: '/media/anna/TIPTOI', label: 'TIPTOI', readOnly: false, uuid: '1A2B-3C4D' },
      { path: '/media/anna/Mein Stift', label: 'Mein Stift', readOnly: true, uuid: null },
      { path: '/home/anna/Kinder', label: null, readOnly: false, uuid: null, isPart: true },
      { path: '/mnt/memory', label: null, readOnly: false, uuid: null },
      { path: '/srv/pen', label: null, readOnly: false, uuid: 'dm' },
      { path: '/run/media/anna/disk', label: null, readOnly: false, uuid: null },
      { path: '/mnt/stick', label: null, readOnly: false, uuid: null },
    ]);
  });

  it('are also those that are asked for', async () => {
    const paths = (await listVolumes(system, new Set(['/tmp', '/mnt/ssh', '/nowhere']))).map(({ path }) => path);
    expect(paths).toContain('/tmp');
    expect(paths).toContain('/mnt/ssh');
    expect(paths).toHaveLength(9);
  });

  it('have a fingerprint that follows the list', async () => {
    const other = machine('linux', { '/proc/self/mountinfo': mountinfo.replace('rw - exfat', 'ro - exfat') });
    expect(await mountsFingerprint(system)).toBe(await mountsFingerprint(system));
    expect(await mountsFingerprint(system)).not.toBe(await mountsFingerprint(other));
  });
});

describe('volumes elsewhere', () => {
  it('are the folders of /Volumes on macOS, without the start volume', async () => {
    const folder = (name: string): Entry => ({ name, kind: 'folder' });
    const system = machine(
      'darwin',
      {},
      {
        '/Volumes': [
          link('Macintosh HD'),
          folder('tiptoi'),
          folder('Mein Stift'),
          folder('.timemachine'),
          { name: 'x', kind: 'file' },
        ],
      },
    );
    expect((await listVolumes(system)).map(({ path, label }) => [path, label])).toEqual([
      ['/Volumes/tiptoi', 'tiptoi'],
      ['/Volumes/Mein Stift', 'Mein Stift'],
    ]);
    expect(await mountsFingerprint(system)).toContain('tiptoi');
  });

  it('are the disks that node-disk-info tells on other systems', async () => {
    const drives = [
      { filesystem: '/dev/da0s1', mounted: '/media/tiptoi' },
      { filesystem: '/dev/ada0', mounted: '/' },
      { filesystem: 'tmpfs', mounted: '/tmp' },
    ];
    expect(await listVolumes(machine('freebsd', {}, {}, {}, drives))).toEqual([
      { path: '/media/tiptoi', label: null, readOnly: false, uuid: null },
    ]);
  });

  it('are looked at again after a while where nothing tells of them', async () => {
    const system = machine('freebsd', {});
    const at = (now: number): Promise<string> => mountsFingerprint(system, { now: () => now });
    expect(await at(60_000)).toBe(await at(89_999));
    expect(await at(60_000)).not.toBe(await at(90_000));
  });
});

describe('node-disk-info', () => {
  it('is asked in a process of its own', async () => {
    const drives = await thisSystem.drives();
    expect(drives.map(({ mounted }) => mounted)).toContain('/');
  });
});

withTmpfs('the volumes of this machine', ({ mediaFolder, mount, bind, unmount }) => {
  it('come and go with what is mounted, whatever its name', async () => {
    const root = mediaFolder();
    const mine = async (): Promise<unknown[]> =>
      (await listVolumes()).filter(({ path }) => path.startsWith(root)).map(({ path, readOnly }) => [path, readOnly]);
    expect(await mine()).toEqual([]);
    const before = await mountsFingerprint();
    const names = ['tiptoi', 'Mein Stift ü', 'back\\slash\ttab\nline #%', '-o', '私のペン'];
    for (const name of names) mount(`${root}/${name}`);
    expect(await mine()).toEqual(names.map((name) => [`${root}/${name}`, false]));
    expect(await mountsFingerprint()).not.toBe(before);
    mount(`${root}/tiptoi`, 'ro,size=1m');
    bind(`${root}/-o`, `${root}/twice`);
    expect(await mine()).toContainEqual([`${root}/tiptoi`, true]);
    expect(await mine()).toHaveLength(names.length + 1);
    unmount(`${root}/tiptoi`);
    expect(await mine()).toContainEqual([`${root}/tiptoi`, false]);
  });

  it('are not those that another one hides', async () => {
    const root = mediaFolder();
    const paths = async (): Promise<string[]> => (await listVolumes()).map(({ path }) => path);
    mount(`${root}/a`);
    mount(`${root}/a/deep`);
    expect(await paths()).toEqual(expect.arrayContaining([`${root}/a`, `${root}/a/deep`]));
    mount(`${root}/a`);
    expect((await paths()).filter((path) => path.startsWith(root))).toEqual([`${root}/a`]);
    unmount(`${root}/a`);
    expect(await paths()).toContain(`${root}/a/deep`);
  });
});
