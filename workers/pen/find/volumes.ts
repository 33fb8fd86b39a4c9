/** Lists volumes that may be pens, without accessing any of them. */
import { createHash } from 'node:crypto';
import { type Clock, systemClock } from '../../base/ports.js';
import { namesOfDevices } from './label.js';
import { isBelow, type Mount, parseMountinfo, visibleMounts } from './mountinfo.js';
import { type PenSystem, thisSystem } from './system.js';
import type { Volume } from '../types.js';

/** Folders in which systems mount removable media. */
export function mediaFolders(platform: NodeJS.Platform): readonly string[] {
  if (platform === 'linux') return ['/run/media', '/media', '/mnt'];
  return platform === 'darwin' ? ['/Volumes'] : [];
}

/** File systems of pens and sticks. `fuseblk` and similar types are disks served by a program. */
const penTypes = new Set(['vfat', 'exfat', 'msdos', 'fuseblk', 'fuse.exfat', 'fuse.fatfs', 'fuse.fusefat']);

/** Types without a disk; accessing `autofs` would mount its target. */
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

/**
 * Network file systems, which hang if the server is gone. Among the `fuse.` types, only those in `penTypes` are disks.
 */
const networkTypes = new RegExp(
  '^(?:nfs\\d*|cifs|smb\\d*|smbfs|ncpfs|9p|afs|ceph|coda|davfs|glusterfs|lustre|beegfs|ocfs2|gfs2' +
    '|virtiofs|vboxsf|prl_fs|fuse\\..*)$',
);

/** The system's own FAT volumes: accessing one that is mounted on demand would keep it mounted. */
const bootFolders = ['/boot', '/efi'];

/** @param also mount points to list regardless of their type */
export async function listVolumes(
  system: PenSystem = thisSystem,
  also: ReadonlySet<string> = new Set(),
): Promise<Volume[]> {
  if (system.platform === 'linux') return linuxVolumes(system, also);
  return system.platform === 'darwin' ? macVolumes(system) : otherVolumes(system);
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
    mounts.map(async ({ point, source, readOnly, root }) => {
      const device = source.startsWith('/dev/') ? await system.realPath(source).catch(() => source) : source;
      // The label names the whole file system, not a folder of it that is mounted elsewhere.
      const named = root === '/';
      return {
        path: point,
        readOnly,
        label: (named && labels.get(device)) || null,
        uuid: (named && uuids.get(device)) || null,
        ...(named ? {} : { isPart: true }),
      };
    }),
  );
}

/** The start volume is a link to `/` in `/Volumes`. */
async function macVolumes(system: PenSystem): Promise<Volume[]> {
  const entries = await system.entries('/Volumes');
  return entries
    .filter(({ name, kind }) => kind === 'folder' && !name.startsWith('.'))
    .map(({ name }) => ({ path: `/Volumes/${name}`, label: name, readOnly: false, uuid: null }));
}

/** The BSDs. A mount point with a blank is reported truncated, so it is not found. */
async function otherVolumes(system: PenSystem): Promise<Volume[]> {
  const drives = (await system.drives()).filter(
    ({ filesystem, mounted }) => filesystem.startsWith('/dev/') && mounted.startsWith('/') && mounted !== '/',
  );
  return drives.map(({ mounted }) => ({ path: mounted, label: null, readOnly: false, uuid: null }));
}

/** Interval in milliseconds on systems without a cheap list of mounts. */
const blindTime = 30_000;

/** Changes when something is mounted or unmounted. Costs one small read (Linux: 0.2 ms). */
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
