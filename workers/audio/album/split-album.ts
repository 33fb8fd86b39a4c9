/** Splits albums that are too long for the pen. */

interface Splittable {
  disc: number;
  track_number: number;
  /** The file that it was cut from. */
  chapter?: { whole: unknown };
}

/**
 * Splits an album between discs, and between files that were cut at their chapters; each part gets as many of them as
 * fit into `limit`. A longer one is split into parts of similar length. The order is kept, and each part counts its
 * tracks from 1.
 */
export function splitAlbum<Track extends Splittable>(tracks: readonly Track[], limit = 99): Track[][] {
  const parts: Track[][] = [];
  let open: Track[] = [];
  const close = (): void => {
    if (open.length > 0) parts.push(open);
    open = [];
  };
  for (const disc of discsOf(tracks)) {
    if (open.length + disc.length > limit) close();
    if (disc.length <= limit) {
      open.push(...disc);
      continue;
    }
    const pieces = Math.ceil(disc.length / limit);
    for (let piece = 0; piece < pieces; piece++) {
      parts.push(
        disc.slice(Math.round((piece * disc.length) / pieces), Math.round(((piece + 1) * disc.length) / pieces)),
      );
    }
  }
  close();
  return parts.map((part) => part.map((track, at) => ({ ...track, track_number: at + 1 })));
}

/** Groups consecutive tracks of the same disc, and of the same file. */
function discsOf<Track extends Splittable>(tracks: readonly Track[]): Track[][] {
  const discs: Track[][] = [];
  for (const track of tracks) {
    const last = discs.at(-1);
    const [first] = last ?? [];
    if (first?.disc === track.disc && first.chapter?.whole === track.chapter?.whole) last?.push(track);
    else discs.push([track]);
  }
  return discs;
}
