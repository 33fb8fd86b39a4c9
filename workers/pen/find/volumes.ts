/** Volumes on which a pen may be, told without touching any of them. */
import { createHash } from 'node:crypto';
import { type Clock, systemClock } from '../../base/ports.js';
import { namesOfDevices } from './label.js';
import { isBelow, type Mount, parseMountinfo, visibleMounts } from './mountinfo.js';
import { type PenSystem, thisSystem } from './system.js';
import type { Volume } from '../types.js';

/** Where systems mount what is plugged in. */
export function mediaFolders(platform: NodeJS.Platform): readonly string[] {
  if (platform === 'linux') return ['/run/media', '/media', '/mnt'];
  return platform === 'darwin' ? ['/Volumes'] : [];
}

/** File systems of pens and sticks; `fuseblk` and the like are those that a program serves from a disk. */
const penTypes = new Set(['vfat', 'exfat', 'msdos', 'fuseblk', 'fuse.exfat', 'fuse.fatfs', 'fuse.fusefat']);

/** Not on a disk; touching `autofs` mounts what it stands for. */
const virtualTypes = new Set([
  'autofs',
  'binfmt_misc',
  'bpf',
  'cgroup',
  'cgroup2',
  'configfs',
  'debugfs',
  'devpts',
  'devtmpfs',
  'efivarfs',
  'fusectl',
  'hugetlbfs',
  'mqueue',
  'nsfs',
  'overlay',
  'proc',
  'pstore',
  'ramfs',
  'rpc_pipefs',
  'securityfs',
  'selinuxfs',
  'squashfs',
  'sysfs',
  'tracefs',
]);

/** They hang when the other end is gone. Of the `fuse.` ones only those of disks are none. */
const networkTypes = new RegExp(
  '^(?:nfs\\d*|cifs|smb\\d*|smbfs|ncpfs|9p|afs|ceph|coda|davfs|glusterfs|lustre|beegfs|ocfs2|gfs2' +
    '|virtiofs|vboxsf|prl_fs|fuse\\..*)$',
);

/** The system's own FAT: a look would keep it mounted where it is mounted on demand. */
const bootFolders = ['/boot', '/efi'];

/**
 * @param also mount points that are listed whatever is mounted there
 */
export async function listVolumes(
  system: PenSystem = thisSystem,
  also: ReadonlySet<string> = new Set(),
): Promise<Volume[]> {
  if (system.platform === 'linux') return linuxVolumes(system, also);
  if (system.platform === 'darwin') return macVolumes(system);
  return system.platform === 'win32' ? windowsVolumes(system) : otherVolumes(system);
}

const isAtOrBelow = (folder: string, path: string): boolean => path === folder || isBelow(folder, path);

function mayBePen({ point, type }: Mount): boolean {
  if (penTypes.has(type)) return !bootFolders.some((folder) => isAtOrBelow(folder, point));
  return (
    !virtualTypes.has(type) &&
    !networkTypes.test(type) &&
    mediaFolders('linux').some((folder) => isAtOrBelow(folder, point))
  );
}

async function linuxVolumes(system: PenSystem, also: ReadonlySet<string>): Promise<Volume[]> {
  const mounts = visibleMounts(parseMountinfo(await system.text('/proc/self/mountinfo'))).filter(
    (mount) => also.has(mount.point) || mayBePen(mount),
  );
  if (mounts.length === 0) return [];
  const labels = await namesOfDevices(system, 'by-label');
  const uuids = await namesOfDevices(system, 'by-uuid');
  return Promise.all(
    mounts.map(async ({ point, source, type, readOnly, root }) => {
      const device = source.startsWith('/dev/') ? await system.realPath(source).catch(() => source) : source;
      // The label names the whole file system, not a folder of it that is mounted elsewhere.
      const named = root === '/';
      return {
        path: point,
        device: source,
        type,
        readOnly,
        label: (named && labels.get(device)) || null,
        uuid: (named && uuids.get(device)) || null,
        ...(named ? {} : { isPart: true }),
      };
    }),
  );
}

/** The start volume is a link to `/` there. */
async function macVolumes(system: PenSystem): Promise<Volume[]> {
  const entries = await system.entries('/Volumes');
  return entries
    .filter(({ name, kind }) => kind === 'folder' && !name.startsWith('.'))
    .map(({ name }) => ({ path: `/Volumes/${name}`, label: name, device: '', type: '', readOnly: false, uuid: null }));
}

/**
 * node-disk-info asks `wmic`, which newer Windows does not have: then every letter that may be a drive is one. It
 * tells no label, so pens are known by their files there.
 */
async function windowsVolumes(system: PenSystem): Promise<Volume[]> {
  const listed = (await system.drives().catch(() => []))
    .map(({ mounted }) => mounted.slice(0, 2).toUpperCase())
    .filter((drive) => /^[A-Z]:$/.test(drive));
  const drives = listed.length > 0 ? listed : Array.from('DEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `${letter}:`);
  return [...new Set(drives)].map((drive) => ({
    path: `${drive}\\`,
    label: null,
    device: drive,
    type: '',
    readOnly: false,
    uuid: null,
  }));
}

/** The BSDs. A mount point with a blank comes cut, and is not found. */
async function otherVolumes(system: PenSystem): Promise<Volume[]> {
  const drives = (await system.drives()).filter(
    ({ filesystem, mounted }) => filesystem.startsWith('/dev/') && mounted.startsWith('/') && mounted !== '/',
  );
  return drives.map(({ filesystem, mounted }) => ({
    path: mounted,
    label: null,
    device: filesystem,
    type: '',
    readOnly: false,
    uuid: null,
  }));
}

/** Milliseconds after which a system that has no cheap list of mounts is looked at again. */
const blindTime = 30_000;

/** Changes whenever something is mounted or unmounted. One small read (Linux: 0.2 ms). */
export async function mountsFingerprint(
  system: PenSystem = thisSystem,
  clock: Pick<Clock, 'now'> = systemClock,
): Promise<string> {
  if (system.platform === 'linux')
    return createHash('sha1')
      .update(await system.text('/proc/self/mountinfo'))
      .digest('hex');
  if (system.platform === 'darwin')
    return (await system.entries('/Volumes'))
      .map(({ name }) => name)
      .sort()
      .join('/');
  return String(Math.floor(clock.now() / blindTime));
}
