/**
 * Builds a GME file except its media and its checksum. Offsets and sizes are in bytes; the order is that of the
 * assembler.
 */
import { badFields } from '../base/errors.js';
import { albumScripts, byCode, initialTrack, powerOnPlaylist } from './album-script.js';
import { checkFileSize, checkGme, headerProblems } from './check.js';
import { rawMediaKey } from './cipher.js';
import { limits } from './codes.js';
import { gmeComment, gmeMagic, playerModes, writtenLanguage, type GmeAlbum, type ScriptedGme } from './header.js';
import type { Block, Field } from './layout.js';
import { block, gap, layOut, raw, reference, text, u16, u32, u8, zerosTo } from './layout.js';
import type { Line, Operand, Script, Scripts } from './script.js';
import { operandKinds } from './script.js';

export interface GmeParts {
  /** From offset 0 to the first medium. */
  readonly head: Uint8Array;
  /** From the end of the last medium to the checksum. */
  readonly tail: Uint8Array;
}

/** Offset of the script table; the header fills the space before it. */
const headerSize = 0x200;
/** No script for this code. */
const noScript = 0xffff_ffff;
const checksumSize = 4;

/**
 * Builds an album: one medium per track, in order, and the spoken title if it has one.
 * @param mediaLengths bytes of each medium
 * @throws TonstiftError `bad_field`, or `too_large` past 4 GiB − 1
 */
export function gmeAround(album: GmeAlbum, mediaLengths: readonly number[]): GmeParts {
  return gmeAroundScripts(scriptedAlbum(album, trackCountOf(album, mediaLengths.length)), mediaLengths);
}

export const trackCountOf = ({ hasSpokenTitle = false }: GmeAlbum, mediaCount: number): number =>
  mediaCount - (hasSpokenTitle ? 1 : 0);

/** @throws TonstiftError `bad_field` */
export function scriptedAlbum(album: GmeAlbum, trackCount: number): ScriptedGme {
  const problems = headerProblems(album);
  if (trackCount < 1 || trackCount > limits.tracks) {
    problems.tracks = `${trackCount} tracks; an album for the pen has from 1 to ${limits.tracks}.`;
  }
  if (!playerModes.includes(album.mode))
    problems.mode = `${JSON.stringify(album.mode)} is not one of ${playerModes.join(', ')}.`;
  if (Object.keys(problems).length > 0) throw badFields(problems);
  const powerOn = powerOnPlaylist(trackCount, album);
  return {
    productId: album.productId,
    language: album.language,
    date: album.date,
    comment: gmeComment,
    scripts: byCode(albumScripts(trackCount, album.mode)),
    registers: [initialTrack(album.mode)],
    // The public assembler writes an empty list without a welcome.
    powerOn: powerOn.length === 0 ? [] : [powerOn],
  };
}

/** The general form of `gmeAround`, for any scripts. */
export function gmeAroundScripts(gme: ScriptedGme, mediaLengths: readonly number[]): GmeParts {
  checkGme(gme, mediaLengths);
  const pieces = layOut(file(gme, mediaLengths));
  const [head, media, tail] = pieces;
  if (
    !(head instanceof Uint8Array) ||
    typeof media !== 'number' ||
    !(tail instanceof Uint8Array) ||
    pieces.length > 3
  ) {
    throw new Error('A GME file is not laid out as head, media and tail');
  }
  checkFileSize(head.length + media + tail.length + checksumSize);
  return { head, tail };
}

function file(gme: ScriptedGme, mediaLengths: readonly number[]): Block {
  const scripts = scriptTable(gme.scripts);
  const timerScript = block('timer script', [u16(0)]);
  const games = block('game table', [u32(0)]);
  const registers = block('initial registers', list(gme.registers));
  const media = mediaLengths.map((length, index) => gap(`medium ${index}`, length));
  const mediaTable = block(
    'media table',
    media.flatMap((medium, index) => [reference(medium), u32(mediaLengths[index] ?? 0)]),
  );
  const powerOn = playlistList('power-on playlists', gme.powerOn);
  const specialSymbols = block('special symbols', [
    u16(0), // replay code
    u16(0), // stop code
    raw(new Uint8Array(40)),
  ]);
  const header = block('header', [
    reference(scripts), // 0x00
    reference(mediaTable), // 0x04
    u32(gmeMagic), // 0x08
    reference(timerScript), // 0x0C
    reference(games), // 0x10
    u32(gme.productId), // 0x14
    reference(registers), // 0x18
    u32(rawMediaKey), // 0x1C
    u8(gme.comment.length), // 0x20
    text(gme.comment),
    text(gme.date),
    text(writtenLanguage(gme.language)),
    zerosTo(0x71),
    reference(powerOn),
    zerosTo(0x94),
    reference(specialSymbols),
    zerosTo(headerSize),
  ]);
  return block('file', [header, scripts, timerScript, games, registers, mediaTable, ...media, powerOn, specialSymbols]);
}

function scriptTable(scripts: Scripts): Block {
  const codes = [...scripts.keys()].sort((a, b) => a - b);
  const first = codes[0] ?? 0;
  const last = codes.at(-1) ?? 0;
  const blocks = new Map(codes.map((code) => [code, scriptBlock(code, scripts.get(code) ?? [])]));
  const entries: Field[] = [];
  for (let code = first; code <= last; code++) {
    const script = blocks.get(code);
    entries.push(script === undefined ? u32(noScript) : reference(script));
  }
  return block('script table', [u32(last), u32(first), ...entries, ...blocks.values()]);
}

function scriptBlock(code: number, script: Script): Block {
  const lines = script.map((line, index) => block(`script ${code} line ${index}`, lineFields(line)));
  return block(`script ${code}`, [u16(lines.length), ...lines.map(reference), ...lines]);
}

function lineFields(line: Line): Field[] {
  return [
    u16(line.conditions.length),
    ...line.conditions.flatMap(({ left, operator, right }) => [
      ...operandFields(left),
      u16(operator),
      ...operandFields(right),
    ]),
    u16(line.actions.length),
    ...line.actions.flatMap((action) => [u16(action.register), u16(action.opcode), ...operandFields(action.operand)]),
    ...list(line.playlist),
  ];
}

const operandFields = (operand: Operand): Field[] => [u8(operandKinds.indexOf(operand.kind)), u16(operand.value)];

const list = (values: readonly number[]): Field[] => [u16(values.length), ...values.map(u16)];

function playlistList(name: string, playlists: readonly (readonly number[])[]): Block {
  const blocks = playlists.map((playlist, index) => block(`${name} ${index}`, list(playlist)));
  return block(name, [u16(blocks.length), ...blocks.map(reference), ...blocks]);
}
