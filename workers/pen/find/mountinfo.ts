/** Parses the mounts of Linux: proc_pid_mountinfo(5). */

export interface Mount {
  id: number;
  /** Id of the mount that contains this mount point. */
  parent: number;
  /** The mounted part of the file system: `/` for all of it, a folder for bind mounts and subvolumes. */
  root: string;
  point: string;
  readOnly: boolean;
  type: string;
  /** `/dev/sdb1`, `tmpfs`, `server:/share` … */
  source: string;
}

/** @param escapes pattern of an escaped byte; its first group is the number in base `radix` */
export function unescapeBytes(text: string, escapes: RegExp, radix: number): string {
  if (!text.includes('\\')) return text;
  const bytes = Buffer.from(text)
    .toString('latin1')
    .replace(escapes, (_, digits: string) => String.fromCharCode(parseInt(digits, radix)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Decodes `\040` and similar escapes. */
export const unescapeOctal = (text: string): string => unescapeBytes(text, /\\([0-3][0-7]{2})/g, 8);

/** Skips malformed lines. */
export function parseMountinfo(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const fields = line.split(' ');
    // Any number of optional fields precedes the hyphen.
    const end = fields.indexOf('-', 6);
    const [id, parent, , root, point, options] = fields;
    const [type, source, superOptions] = fields.slice(end + 1);
    if (end < 0 || root === undefined || options === undefined || type === undefined || source === undefined) return [];
    if (point === undefined || !point.startsWith('/')) return [];
    const readOnly = [options, superOptions ?? ''].some((list) => list.split(',').includes('ro'));
    return [
      {
        id: Number(id),
        parent: Number(parent),
        root: unescapeOctal(root),
        point: unescapeOctal(point),
        readOnly,
        type,
        source: unescapeOctal(source),
      },
    ];
  });
}

export const isBelow = (folder: string, path: string): boolean =>
  path.startsWith(folder === '/' ? '/' : `${folder}/`) && path !== folder;

/** Returns `/` and `/a` for `/a/b`; nothing for `/`. */
function foldersAbove(path: string): string[] {
  const parts = path === '/' ? [] : path.split('/').slice(0, -1);
  return parts.map((_, n) => parts.slice(0, n + 1).join('/') || '/');
}

/**
 * Returns the mounts that paths lead to, one per mount point. A mount is hidden by another one on the same point, or by
 * a later one on a folder above it; both then have the same parent.
 */
export function visibleMounts(mounts: readonly Mount[]): Mount[] {
  const byId = new Map(mounts.map((mount) => [mount.id, mount]));
  const pointsOn = new Map<number, Set<string>>();
  for (const { id, parent, point } of mounts)
    if (id !== parent) pointsOn.set(parent, (pointsOn.get(parent) ?? new Set()).add(point));

  const isCovered = ({ id, point }: Mount): boolean => pointsOn.get(id)?.has(point) === true;
  const isCut = (mount: Mount): boolean => {
    const seen = new Set<Mount>();
    for (let at: Mount | undefined = mount; at !== undefined && !seen.has(at); at = byId.get(at.parent)) {
      const points = pointsOn.get(at.parent);
      if (points !== undefined && foldersAbove(at.point).some((folder) => points.has(folder))) return true;
      seen.add(at);
    }
    return false;
  };

  const visible = mounts.filter((mount) => !isCovered(mount) && !isCut(mount));
  return [...new Map(visible.map((mount) => [mount.point, mount])).values()];
}
