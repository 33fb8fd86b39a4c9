/** Labels of volumes. */
import { unescapeBytes } from './mountinfo.js';
import type { PenSystem } from './system.js';

/** `tiptoi` in any case. Systems append a number if a second volume has the same name (`tiptoi1`, `tiptoi 1`). */
export const isPenName = (name: string): boolean => /^tiptoi(?:[ _-]?\d{1,3})?$/i.test(name.trim());

/** udev escapes bytes that are not allowed in a file name as `\x20`. */
const unescapeHex = (text: string): string => unescapeBytes(text, /\\x([0-9a-f]{2})/gi, 16);

/** Maps the real path of each device (`/dev/sdb1`) to its label or id, from udev's `/dev/disk`; empty without udev. */
export async function namesOfDevices(system: PenSystem, kind: 'by-label' | 'by-uuid'): Promise<Map<string, string>> {
  const folder = `/dev/disk/${kind}`;
  const names = new Map<string, string>();
  for (const { name } of await system.entries(folder).catch(() => [])) {
    const device = await system.realPath(`${folder}/${name}`).catch(() => null);
    if (device !== null) names.set(device, unescapeHex(name));
  }
  return names;
}
