/** Selects the volumes and folders to examine. */
import { isBelow, unescapeOctal } from './mountinfo.js';
import type { PenSystem } from './system.js';
import type { Volume } from '../types.js';
import { mediaFolders } from './volumes.js';

export interface Candidate {
  volume: Volume;
  configured: boolean;
  mounted: boolean;
  /**
   * Something may be mounted on this folder at other times, so it counts as a pen only with a pen's file in it.
   * Otherwise albums would be written to the host's disk.
   */
  mountPlace: boolean;
}

/**
 * Sorts configured paths first, then writable volumes.
 * @param configured folders listed in the configuration, mounted or not
 */
export async function candidatesOf(
  volumes: readonly Volume[],
  configured: ReadonlySet<string>,
  system: PenSystem,
): Promise<Candidate[]> {
  const mounted = volumes.map((volume): Candidate => ({
    volume,
    configured: configured.has(volume.path),
    mounted: true,
    mountPlace: false,
  }));
  const others = [...configured].filter((path) => !volumes.some((volume) => volume.path === path));
  const places = others.length > 0 ? await fstabPoints(system) : new Set<string>();
  const folders = others.map((path): Candidate => {
    const media = mediaFolders(system.platform);
    // For example on a USB stick. `/media` itself may be a volume that contains mount points of others.
    const onVolume = volumes.some((volume) => !media.includes(volume.path) && isBelow(volume.path, path));
    const mountPlace = !onVolume && (places.has(path) || media.some((folder) => isBelow(folder, path)));
    return {
      volume: { path, label: null, readOnly: false, uuid: null },
      configured: true,
      mounted: false,
      mountPlace,
    };
  });
  return [...mounted, ...folders].sort(byPreference);
}

function byPreference(a: Candidate, b: Candidate): number {
  return Number(b.configured) - Number(a.configured) || Number(a.volume.readOnly) - Number(b.volume.readOnly);
}

/** Returns the mount points listed in fstab(5). */
async function fstabPoints(system: PenSystem): Promise<Set<string>> {
  const text = system.platform === 'linux' ? await system.text('/etc/fstab').catch(() => '') : '';
  return new Set(text.split('\n').map((line) => unescapeOctal(line.trim().split(/\s+/)[1] ?? '')));
}
