/** Describes a GME file as text. */
import { lineText, listText } from './notation.js';
import type { Gme } from './read.js';
import { hex } from './source.js';

/**
 * Yields the lines of `gme info`.
 * @param actualChecksum from `checksumOf`; without it the checksum is not verified
 */
export function* describeGme(gme: Gme, actualChecksum?: number): Generator<string, void, void> {
  const lines = [...gme.scripts.values()].reduce((sum, script) => sum + script.length, 0);
  const mediaBytes = gme.media.reduce((sum, medium) => sum + medium.length, 0);
  yield `product id        ${gme.productId}`;
  yield `size              ${gme.size} bytes`;
  yield `comment           ${printable(gme.comment)}`;
  yield `date              ${gme.date === '' ? 'none' : gme.date}`;
  yield `language          ${gme.language === '' ? 'any' : printable(gme.language)}`;
  yield `key               ${gme.key === undefined ? 'unknown' : hex(gme.key, 2)} (raw ${hex(gme.rawKey, 2)})`;
  yield `scripts           ${gme.scripts.size} of codes ${gme.firstCode} to ${gme.lastCode}, ${lines} lines`;
  if (gme.timerScript.length > 0) yield `timer script      ${gme.timerScript.length} lines`;
  if (gme.gameCount > 0) yield `games             ${gme.gameCount}`;
  yield `registers         ${gme.registers.length === 0 ? 'none' : listText(gme.registers)}`;
  yield `power-on          ${powerOnText(gme)}`;
  if (gme.specialSymbols !== undefined)
    yield `special symbols   replay ${gme.specialSymbols.replay}, stop ${gme.specialSymbols.stop}`;
  yield `checksum          ${checksumText(gme.checksum.stored, actualChecksum)}`;
  yield `media             ${gme.media.length}, ${mediaBytes} bytes${gme.isDoubled ? ', table written twice' : ''}`;
  for (const [index, { kind, length, offset }] of gme.media.entries()) {
    yield `  ${String(index).padEnd(6)}${kind.padEnd(9)}${String(length).padStart(10)} bytes at ${hex(offset)}`;
  }
}

/** `gme info --json`: the same facts for programs. */
export const factsOfGme = (gme: Gme, actualChecksum: number) => ({
  product_id: gme.productId,
  size: gme.size,
  comment: gme.comment,
  date: gme.date,
  language: gme.language,
  key: gme.key ?? null,
  raw_key: gme.rawKey,
  first_code: gme.firstCode,
  last_code: gme.lastCode,
  scripts: gme.scripts.size,
  timer_lines: gme.timerScript.length,
  games: gme.gameCount,
  registers: gme.registers,
  power_on: gme.powerOn,
  special_symbols: gme.specialSymbols ?? null,
  checksum: { stored: gme.checksum.stored, actual: actualChecksum, is_right: gme.checksum.stored === actualChecksum },
  media_doubled: gme.isDoubled,
  media: gme.media.map(({ kind, length, offset }) => ({ kind, length, offset })),
});

/** Yields the lines of `gme dump`: all scripts, in the notation of the public assembler. */
export function* dumpGme(gme: Gme): Generator<string, void, void> {
  yield `product-id: ${gme.productId}`;
  yield `init: ${gme.registers.map((value, number) => `$${number}:=${value}`).join(' ')}`;
  yield `welcome: ${powerOnText(gme)}`;
  if (gme.timerScript.length > 0) {
    yield 'timer:';
    for (const line of gme.timerScript) yield `- ${lineText(line)}`;
  }
  yield 'scripts:';
  for (const [code, script] of gme.scripts) {
    yield `  ${code}:${script.length === 0 ? ' []' : ''}`;
    for (const line of script) yield `  - ${lineText(line)}`;
  }
}

const powerOnText = (gme: Gme): string =>
  gme.powerOn.length === 0 ? 'none' : gme.powerOn.map((playlist) => `[${listText(playlist)}]`).join(' ');

function checksumText(stored: number, actual: number | undefined): string {
  if (actual === undefined) return hex(stored);
  return stored === actual ? `${hex(stored)}, right` : `${hex(stored)}, WRONG: the bytes add up to ${hex(actual)}`;
}

/** Escapes control characters: a hostile file must not send them to the terminal. */
export const printable = (text: string): string =>
  text.replace(/[^ -~]/g, (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`);
