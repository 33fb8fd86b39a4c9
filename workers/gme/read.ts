/** Reads any GME file: ours, commercial ones, and broken ones, which cause an error with the offset. */
import { sumOf } from './cipher.js';
import type { MediaTable } from './read-media.js';
import { readMediaTable } from './read-media.js';
import type { ScriptTable } from './read-scripts.js';
import { isNowhere, readNumbers, readPlaylistList, readScript, readScriptTable } from './read-scripts.js';
import type { Script } from './script.js';
import type { CheckedFile, GmeSource } from './source.js';
import { checkedFile, hex, malformed } from './source.js';
import { gmeMagic } from './header.js';

export interface Gme extends ScriptTable, MediaTable {
  /** Bytes. */
  readonly size: number;
  readonly productId: number;
  readonly comment: string;
  /** As stored: `YYYYMMDD`, fewer digits, or none. */
  readonly date: string;
  /** Empty for any language. */
  readonly language: string;
  /** The word of the header that encodes the key. */
  readonly rawKey: number;
  readonly registers: readonly number[];
  readonly powerOn: readonly (readonly number[])[];
  readonly timerScript: Script;
  readonly gameCount: number;
  /** Codes of the replay and stop symbols; undefined in old files. */
  readonly specialSymbols: { readonly replay: number; readonly stop: number } | undefined;
  readonly checksum: { readonly offset: number; readonly stored: number };
}

const headerBytes = 0x98;
const commentOffset = 0x20;
/** Comment, date and language end before this offset, where the next field begins. */
const textEnd = 0x60;

/** @throws TonstiftError `bad_field` that names the structure and the offset; errors of the source */
export function readGme(source: GmeSource): Gme {
  const file = checkedFile(source);
  const header = file.at(0, 'the header');
  header.room(1, headerBytes);
  const scriptOffset = header.u32();
  const mediaOffset = header.u32();
  const magic = header.u32();
  if (magic !== gmeMagic) throw malformed(`the magic number at 0x08 is ${hex(magic)}; ${hex(gmeMagic)} is required.`);
  const timerOffset = header.u32();
  const gamesOffset = header.u32();
  const productId = header.u32();
  const registersOffset = header.u32();
  const rawKey = header.u32();
  const powerOnOffset = file.at(0x71, 'the header').u32();
  const specialOffset = file.at(0x94, 'the header').u32();

  return {
    size: file.size,
    productId,
    rawKey,
    ...readTexts(file),
    ...readScriptTable(file, scriptOffset),
    timerScript: isNowhere(timerOffset) ? [] : readScript(file, timerOffset, 'the timer script'),
    gameCount: isNowhere(gamesOffset) ? 0 : readGameCount(file, gamesOffset),
    registers: isNowhere(registersOffset) ? [] : readNumbers(file.at(registersOffset, 'the initial registers')),
    // Without media the table is empty, and its offset is that of the next structure.
    ...(isNowhere(mediaOffset) || mediaOffset === powerOnOffset
      ? { media: [], key: undefined, isDoubled: false }
      : readMediaTable(file, mediaOffset, rawKey)),
    powerOn: isNowhere(powerOnOffset) ? [] : readPlaylistList(file, powerOnOffset, 'the power-on list'),
    specialSymbols: isNowhere(specialOffset) ? undefined : readSpecialSymbols(file, specialOffset),
    checksum: { offset: file.size - 4, stored: file.at(file.size - 4, 'the checksum').u32() },
  };
}

/** Returns the sum of all bytes before the checksum, modulo 2³². Reads the whole file, one piece at a time. */
export function checksumOf(source: GmeSource): number {
  const piece = 256 * 1024;
  const end = source.size - 4;
  let sum = 0;
  for (let at = 0; at < end; at += piece) sum += sumOf(source.read(at, Math.min(piece, end - at)));
  return sum % 2 ** 32;
}

function readTexts(file: CheckedFile): { comment: string; date: string; language: string } {
  const cursor = file.at(commentOffset, 'the comment');
  const length = cursor.u8();
  if (cursor.offset + length > textEnd)
    throw malformed(`the comment at ${hex(commentOffset)} has ${length} bytes; it ends before ${hex(textEnd)}.`);
  const comment = latin1(cursor.bytes(length));
  const rest = latin1(cursor.bytes(textEnd - cursor.offset)); // a language of six letters may fill the whole field
  const [, date = '', language = ''] = /^(\d{0,8})([^\0]*)/.exec(rest) ?? [];
  return { comment, date, language };
}

function readGameCount(file: CheckedFile, offset: number): number {
  const games = file.at(offset, 'the game table');
  const count = games.u32();
  games.room(count, 4);
  return count;
}

function readSpecialSymbols(file: CheckedFile, offset: number): { replay: number; stop: number } {
  const symbols = file.at(offset, 'the special symbols');
  return { replay: symbols.u16(), stop: symbols.u16() };
}

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
