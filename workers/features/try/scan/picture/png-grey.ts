/** Converts rows of any PNG to grey; transparent pixels become white, like paper. */

export interface PngFormat {
  readonly width: number;
  readonly height: number;
  /** Bits per sample. */
  readonly depth: number;
  /** 0 grey, 2 colour, 3 palette, 4 grey with alpha, 6 colour with alpha. */
  readonly colour: number;
  readonly channels: number;
  readonly palette: Uint8Array | undefined;
  readonly transparent: Uint8Array | undefined;
}

interface Target {
  readonly pixels: Uint8Array;
  /** Index of the first pixel. */
  readonly at: number;
  /** Distance from one pixel to the next. */
  readonly step: number;
}

type ToGrey = (row: Uint8Array, columns: number, target: Target) => void;

/** ITU-R BT.601, 2.5.1. */
const greyOf = (red: number, green: number, blue: number): number => (77 * red + 150 * green + 29 * blue) >> 8;
const onWhite = (grey: number, alpha: number): number => 255 - ((((255 - grey) * alpha + 127) / 255) | 0);

export function greyRows(format: PngFormat): ToGrey {
  const { depth, colour } = format;
  if (depth < 8 || colour === 3) return packedRows(depth, shadesOf(format));
  if (colour === 0 && depth === 8 && format.transparent === undefined)
    return (row, columns, { pixels, at, step }) => {
      for (let x = 0, to = at; x < columns; x++, to += step) pixels[to] = row[x] as number;
    };
  return sampleRows(format);
}

/** Returns the grey of each value of a sample with few bits. */
function shadesOf({ depth, colour, palette, transparent }: PngFormat): Uint8Array {
  return Uint8Array.from({ length: 1 << depth }, (_, value) => {
    if (colour === 3) {
      const at = 3 * value;
      const grey = greyOf(palette?.[at] ?? 0, palette?.[at + 1] ?? 0, palette?.[at + 2] ?? 0);
      return onWhite(grey, transparent?.[value] ?? 255);
    }
    if (transparent?.[1] === value) return 255;
    return Math.round((255 * value) / ((1 << depth) - 1));
  });
}

function packedRows(depth: number, shades: Uint8Array): ToGrey {
  const perByte = 8 / depth;
  const mask = (1 << depth) - 1;
  return (row, columns, { pixels, at, step }) => {
    for (let x = 0, to = at; x < columns; x++, to += step) {
      const byte = row[(x / perByte) | 0] as number;
      pixels[to] = shades[(byte >> (8 - depth * ((x % perByte) + 1))) & mask] as number;
    }
  };
}

/** The upper eight of 16 bits are enough for grey. The transparent colour is compared with all bits. */
function sampleRows({ depth, colour, channels, transparent }: PngFormat): ToGrey {
  const bytes = depth >> 3;
  const isColour = colour === 2 || colour === 6;
  const hasAlpha = colour === 4 || colour === 6;
  const isClear = (row: Uint8Array, from: number): boolean => {
    if (transparent === undefined || hasAlpha) return false;
    for (let n = 0; n < channels; n++) {
      const at = from + n * bytes;
      const value = bytes === 2 ? ((row[at] as number) << 8) | (row[at + 1] as number) : (row[at] as number);
      if (value !== (((transparent[2 * n] ?? 0) << 8) | (transparent[2 * n + 1] ?? 0))) return false;
    }
    return true;
  };
  return (row, columns, { pixels, at, step }) => {
    for (let x = 0, to = at, from = 0; x < columns; x++, to += step, from += channels * bytes) {
      const first = row[from] as number;
      let grey = isColour ? greyOf(first, row[from + bytes] as number, row[from + 2 * bytes] as number) : first;
      if (hasAlpha) grey = onWhite(grey, row[from + (channels - 1) * bytes] as number);
      pixels[to] = isClear(row, from) ? 255 : grey;
    }
  };
}
