/** Formats an answer of the virtual pen as text for people or as JSON. */
import { printable } from '../../../../workers/gme/describe.js';
import { lineText } from '../../../../workers/gme/notation.js';
import type { Gme } from '../../../../workers/gme/read.js';
import type { Place } from '../../../../workers/features/try/virtual-pen/steps.js';
import { endWords, unknownWords } from '../../../../workers/features/try/virtual-pen/words.js';
import type { Answer } from './tapping.js';

/** Returns one object as documented in docs/virtual-pen.md, "On the command line". */
export function jsonOf({ code, heard }: Answer): string {
  const { lines, plays, registers, unknown, isEndless } = heard;
  return JSON.stringify({
    code: code ?? 'timer',
    line: lines[0]?.line ?? null,
    plays,
    registers: Object.fromEntries([...registers].map(([number, { after }]) => [number, after])),
    ...(unknown.length === 0 ? {} : { unknown: unknown.map((one) => String(unknownWords(one))) }),
    ...(isEndless ? { endless: true } : {}),
  });
}

/** The most script lines printed per answer. An album that plays on has one line per track. */
const mostLines = 3;
const margin = 7;

/** Yields the code, followed by its effects, one per line. */
export function* textOf({ code, heard }: Answer, gme: Gme): Generator<string, void, void> {
  let front = String(code ?? 'timer');
  for (const fact of factsOf(heard, gme)) {
    yield front.padEnd(margin) + fact;
    front = '';
  }
}

function* factsOf({ lines, plays, ...heard }: Answer['heard'], gme: Gme): Generator<string, void, void> {
  if (heard.isLoaded) yield startText(gme);
  for (const place of lines.slice(0, mostLines)) yield placeText(place, gme);
  if (lines.length > mostLines) yield `… and ${lines.length - mostLines} more lines that it jumps to`;
  for (const [number, { before, after }] of heard.registers) yield `$${number}: ${before} → ${after}`;
  if (heard.timer !== undefined)
    yield heard.timer === 0 ? 'ends the timer' : `fires the timer every ${heard.timer / 1000} s`;
  for (const unknown of heard.unknown) yield `cannot do ${String(unknownWords(unknown))}`;
  if (plays.length > 0) yield `plays ${heard.isEndless ? `without end, at first ` : ''}${mediaText(plays)}`;
  else if (heard.isLoaded || lines.length > 0) yield 'plays nothing';
  else yield String(endWords(heard.end ?? 'done'));
}

function startText({ productId, language, media, scripts }: Gme): string {
  const spoken = language === '' ? 'any language' : printable(language);
  return `starts product ${productId}, ${spoken}, with ${media.length} media and ${scripts.size} codes`;
}

/** Formats a script line like tttool does. */
function placeText({ code, line }: Place, gme: Gme): string {
  const script = code === null ? gme.timerScript : gme.scripts.get(code);
  const written = script?.[line];
  return `line ${line + 1} of ${code ?? 'the timer'}: ${written === undefined ? '' : lineText(written)}`;
}

/** The most ranges of media on a line. */
const mostStretches = 12;

/** `0–2, 7, 7` */
function mediaText(plays: readonly number[]): string {
  const stretches: { first: number; last: number }[] = [];
  for (const medium of plays) {
    const stretch = stretches.at(-1);
    if (stretch !== undefined && stretch.last + 1 === medium) stretch.last = medium;
    else stretches.push({ first: medium, last: medium });
  }
  const shown = stretches
    .slice(0, mostStretches)
    .map(({ first, last }) => (first === last ? `${first}` : `${first}${last === first + 1 ? ', ' : '–'}${last}`));
  return shown.join(', ') + (stretches.length > mostStretches ? ` … ${plays.length} in all` : '');
}
