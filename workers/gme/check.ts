/** Checks a GME file against the format's limits before any byte is laid out. */
import { badFields, TonstiftError } from '../base/errors.js';
import { limits } from './codes.js';
import type { Script } from './script.js';
import { opcodes } from './script.js';
import type { GmeHeader, ScriptedGme } from './header.js';

type Problems = Record<string, string>;

/** @throws TonstiftError `bad_field` with a sentence for each wrong field */
export function checkGme(gme: ScriptedGme, mediaLengths: readonly number[]): void {
  const problems = headerProblems(gme);
  if (gme.scripts.size === 0) problems.scripts = 'a GME file needs at least one script.';
  for (const [code, script] of gme.scripts) {
    const problem = scriptProblem(code, script, mediaLengths.length);
    if (problem !== undefined) problems.scripts = `script ${code}: ${problem}`;
  }
  if (gme.comment.length > limits.comment || !/^[ -~]*$/.test(gme.comment)) {
    problems.comment = `${JSON.stringify(gme.comment)} is not ASCII of at most ${limits.comment} letters.`;
  }
  const badRegister = gme.registers.find((value) => !isUint16(value));
  if (badRegister !== undefined) problems.registers = `${badRegister} is not from 0 to 65535.`;
  for (const playlist of gme.powerOn) {
    const problem = playlistProblem(playlist, mediaLengths.length);
    if (problem !== undefined) problems.powerOn = `power-on playlist: ${problem}`;
  }
  if (Object.keys(problems).length > 0) throw badFields(problems);
  checkMedia(mediaLengths);
}

/** Returns what is wrong with the header fields of an album. */
export function headerProblems(header: GmeHeader): Problems {
  const problems: Problems = {};
  const { productId, language, date } = header;
  if (!Number.isInteger(productId) || productId < 1 || productId > limits.productId) {
    const reserved = 'the pen keeps 994 to 999 for languages';
    problems.productId = `${productId} is not a whole number from 1 to ${limits.productId} (${reserved}).`;
  }
  if (!/^[A-Z]{0,32}$/.test(language)) {
    problems.language = `${JSON.stringify(language)} is not a name in capital letters like GERMAN, nor empty.`;
  }
  if (!isDay(date)) problems.date = `${JSON.stringify(date)} is not a day written as YYYYMMDD.`;
  return problems;
}

/** @throws TonstiftError `too_large` if the file would exceed the limit of FAT32 */
export function checkFileSize(size: number): void {
  if (size > limits.fileSize) {
    throw new TonstiftError(
      'too_large',
      `The file for the pen would be ${size} bytes long; a pen takes at most ${limits.fileSize}.`,
    );
  }
}

function checkMedia(lengths: readonly number[]): void {
  const bad = lengths.findIndex((length) => !Number.isSafeInteger(length) || length < 1);
  if (bad >= 0) throw badFields({ media: `medium ${bad} is ${lengths[bad]} bytes long; it needs at least one.` });
  if (lengths.length < 1 || lengths.length > 65_535) {
    throw badFields({ media: `${lengths.length} media; a file has from 1 to 65535.` });
  }
  checkFileSize(lengths.reduce((sum, length) => sum + length, 0));
}

function scriptProblem(code: number, script: Script, mediaCount: number): string | undefined {
  if (!Number.isInteger(code) || code < 1 || code > limits.code) return `the pen reads codes from 1 to ${limits.code}.`;
  if (script.length > limits.lines) return `${script.length} lines; the pen takes at most ${limits.lines}.`;
  for (const [number, line] of script.entries()) {
    const at = `line ${number + 1}`;
    if (line.actions.length > limits.actions)
      return `${at} has ${line.actions.length} actions; the pen runs at most ${limits.actions}.`;
    const values = [
      ...line.conditions.flatMap(({ left, operator, right }) => [left.value, operator, right.value]),
      ...line.actions.flatMap((action) => [action.register, action.opcode, action.operand.value]),
    ];
    const bad = values.find((value) => !isUint16(value));
    if (bad !== undefined) return `${at}: ${bad} is not from 0 to 65535.`;
    const problem = playlistProblem(line.playlist, mediaCount);
    if (problem !== undefined) return `${at}: ${problem}`;
    for (const { opcode, operand } of line.actions) {
      if (opcode === opcodes.play && operand.kind === 'constant' && operand.value >= line.playlist.length) {
        return `${at} plays entry ${operand.value} of a playlist of ${line.playlist.length}.`;
      }
      if (opcode === opcodes.jump && operand.kind === 'constant' && operand.value > limits.code) {
        return `${at} jumps to code ${operand.value}; the pen reads codes up to ${limits.code}.`;
      }
    }
  }
  return undefined;
}

function playlistProblem(playlist: readonly number[], mediaCount: number): string | undefined {
  if (playlist.length > limits.playlist)
    return `${playlist.length} media in a playlist; the pen takes at most ${limits.playlist}.`;
  const bad = playlist.find((index) => !Number.isInteger(index) || index < 0 || index >= mediaCount);
  return bad === undefined ? undefined : `medium ${bad} does not exist; the file has ${mediaCount} media.`;
}

const isUint16 = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 0xffff;

function isDay(date: string): boolean {
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(date);
  if (parts === null) return false;
  const iso = `${parts[1]}-${parts[2]}-${parts[3]}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
}
