import type { GreyImage } from '../../../../oid/read/ink.js';

/**
 * Rotates or mirrors a picture to its upright position.
 * @param orientation 1 to 8, as in Exif (CIPA DC-008, 4.6.4 A): 1 is upright; 5 and above swap width and height
 */
export function upright(image: GreyImage, orientation: number): GreyImage {
  if (orientation <= 1 || orientation > 8) return image;
  const { width, height, pixels } = image;
  const isOnSide = orientation > 4;
  const [columns, rows] = isOnSide ? [height, width] : [width, height];
  // The corner of the stored picture that becomes the upper left one, and the direction of its rows.
  const fromRight = [2, 3, 7, 8].includes(orientation);
  const fromBelow = [3, 4, 6, 7].includes(orientation);
  const [alongRow, alongColumn] = [fromRight ? -1 : 1, fromBelow ? -width : width];
  const start = (fromRight ? width - 1 : 0) + (fromBelow ? (height - 1) * width : 0);
  const [across, down] = isOnSide ? [alongColumn, alongRow] : [alongRow, alongColumn];
  const turned = new Uint8Array(columns * rows);
  for (let y = 0, to = 0; y < rows; y++)
    for (let x = 0, from = start + y * down; x < columns; x++, from += across) turned[to++] = pixels[from] as number;
  return { width: columns, height: rows, pixels: turned };
}
