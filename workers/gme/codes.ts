/** OID codes and limits of the pen. The codes are fixed: sheets printed for other tools must keep working. */

export const controlCodes = { next: 3944, prev: 3945, stop: 3946, play: 3947 } as const;

/** Track buttons on the sheet of general controls, which works with every album. */
export const generalTrackButtons = 24;

/** Code of the button of track `index`, which counts from 0. */
export function trackCode(index: number): number {
  if (index < 5) return 2663 + index;
  if (index < generalTrackButtons) return 2047 + index - 5;
  return 3948 + index - generalTrackButtons;
}

export const limits = {
  /** Tracks that fit the scripts of one album: `play` has a line for each, and one more at times. */
  tracks: 99,
  /** Actions that the pen runs in a line. */
  actions: 8,
  /** Lines of one script. */
  lines: 100,
  /** Media in one playlist. */
  playlist: 32,
  /** The pen reads no code above. */
  code: 14_999,
  /** 994–999 are language codes of the pen itself. */
  productId: 993,
  /** Bytes; FAT32 holds no larger file. */
  fileSize: 2 ** 32 - 1,
  /** Bytes. */
  comment: 49,
  /** Letters of the language that the pen reads. */
  language: 6,
} as const;

/** Product id of the test sheet's own file. */
export const testSheetProductId = 993;
