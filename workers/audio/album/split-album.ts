/** Splits albums that are too long for the pen. */

/**
 * Splits an album between discs; each part gets as many whole discs as fit into `limit`. A longer disc is split into
 * parts of similar length. The order is kept, and each part counts its tracks from 1.
 */
export function splitAlbum<Track extends { disc: number; track_number: number }>(
  tracks: readonly Track[],
  limit = 99,
): Track[][] {
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

/** Groups consecutive tracks of the same disc. */
function discsOf<Track extends { disc: number }>(tracks: readonly Track[]): Track[][] {
  const discs: Track[][] = [];
  for (const track of tracks) {
    const last = discs.at(-1);
    if (last?.[0]?.disc === track.disc) last.push(track);
    else discs.push([track]);
  }
  return discs;
}
