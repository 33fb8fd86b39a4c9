/** OID codes and limits of the pen. The codes are fixed, because sheets printed for other tools must keep working. */

export const controlCodes = { next: 3944, prev: 3945, stop: 3946, play: 3947 } as const;

/** Track buttons on the sheet of general controls, which works with every album. */
export const generalTrackButtons = 24;

/** Returns the code of the button of track `index`, counted from 0. */
export function trackCode(index: number): number {
  if (index < 5) return 2663 + index;
  if (index < generalTrackButtons) return 2047 + index - 5;
  return 3948 + index - generalTrackButtons;
}

export const limits = {
  /** Maximum tracks of an album: `play` has a line for each, and sometimes one more. */
  tracks: 99,
  /** Maximum actions of a line. */
  actions: 8,
  /** Maximum lines of a script. */
  lines: 100,
  /** Maximum media of a playlist. */
  playlist: 32,
  /** The pen reads no code above this. */
  code: 14_999,
  /** 994–999 are the pen's own language codes. */
  productId: 993,
  /** Maximum bytes of a file on FAT32. */
  fileSize: 2 ** 32 - 1,
  /** Bytes. */
  comment: 49,
  /** Number of letters of the language that the pen reads. */
  language: 6,
} as const;

/** Product id of the test sheet's file. */
export const testSheetProductId = 993;
