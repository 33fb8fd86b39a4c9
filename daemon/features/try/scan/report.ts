/** Formats the findings in a picture as text for people or as JSON. */
import type { Area } from '../../../../workers/oid/read/regions.js';
import { scanFacts } from '../../../../workers/features/try/scan/facts.js';
import type { Findings } from '../../../../workers/features/try/scan/findings.js';
import { oneLine } from '../../../log/log-text.js';

/** Returns one object as documented in docs/oid-read.md, "On the command line". */
export function jsonOf(file: string, findings: Findings): string {
  const { codes, problems, ...facts } = scanFacts(findings);
  return JSON.stringify({
    file,
    ...facts,
    codes: codes.map((one) => ({ ...one, meaning: one.meaning === null ? null : String(one.meaning) })),
    problems: problems.map(({ kind, text }) => ({ kind, text: String(text) })),
  });
}

const dpiWords = { given: 'as given', file: 'as the file says', dots: 'as its dots show' } as const;

/** @param isNext true after another picture: prints a blank line first */
export function* textOf(file: string, findings: Findings, isNext: boolean): Generator<string, void, void> {
  const { width, height, dpi, dpiFrom, codes, unread, problems } = findings;
  if (isNext) yield '';
  const resolution = dpi === undefined || dpiFrom === undefined ? '' : `, ${dpi} dpi ${dpiWords[dpiFrom]}`;
  yield oneLine(`${file}: ${width} × ${height} pixels${resolution}${lyingOf(findings)}`);
  if (codes.length > 0) yield ` CODE   FROM LEFT    FROM TOP         SIZE mm   WHAT IT IS`;
  for (const { code, meaning, place } of codes)
    yield `${String(code).padStart(5)}${placeText(place)}   ${meaning === undefined ? '' : String(meaning)}`.trimEnd();
  for (const { place } of unread) yield `    ?${placeText(place)}   not readable`;
  for (const { words } of problems) yield String(words);
}

const placeText = ({ x, y, width, height }: Area): string => {
  const size = `${width.toFixed(1)} × ${height.toFixed(1)}`;
  return `${x.toFixed(1).padStart(9)} mm${y.toFixed(1).padStart(9)} mm${size.padStart(16)}`;
};

/** Tells that the picture is rotated or scaled, which does no harm. */
function lyingOf({ angle, scale }: Findings): string {
  const lying = angle === undefined || Math.abs(angle) < 0.1 ? '' : `, turned by ${angle.toFixed(1)}°`;
  return scale === undefined ? lying : `${lying}, dots at ${(scale * 100).toFixed(1)} %`;
}
