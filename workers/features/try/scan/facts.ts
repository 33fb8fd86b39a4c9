import type { Words } from '../../../base/language/sentence.js';
import type { Area } from '../../../oid/read/regions.js';
import type { Findings } from './findings.js';

/** A position in millimetres from the upper left corner, and the same in pixels. */
export interface PlacedFacts extends Area {
  pixels: Area;
}

export interface ScanFacts {
  width: number;
  height: number;
  dpi: number | null;
  dpi_from: 'given' | 'file' | 'dots' | null;
  scale: number | null;
  angle: number | null;
  codes: (PlacedFacts & { code: number; meaning: Words | null })[];
  unread: PlacedFacts[];
  problems: { kind: string; text: Words }[];
}

const rounded = (value: number | undefined, digits: number): number | null =>
  value === undefined ? null : Number(value.toFixed(digits));

/** Returns the findings in the format of docs/oid-read.md, "On the command line". */
export function scanFacts(findings: Findings): ScanFacts {
  const { width, height, dpi, dpiFrom, scale, angle, codes, unread, problems } = findings;
  const placed = ({ place, pixels }: { place: Area; pixels: Area }): PlacedFacts => ({ ...place, pixels });
  return {
    width,
    height,
    dpi: dpi ?? null,
    dpi_from: dpiFrom ?? null,
    scale: rounded(scale, 4),
    angle: rounded(angle, 2),
    codes: codes.map((one) => ({ code: one.code, meaning: one.meaning ?? null, ...placed(one) })),
    unread: unread.map(placed),
    problems: problems.map(({ kind, words }) => ({ kind, text: words })),
  };
}
