import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { say, type Words } from '../../base/language/sentence.js';
import { windows1252 } from '../../base/text/encodings.js';

/** Bytes that are checked to detect the encoding. */
const sniffBytes = 65_536;
/** The most bytes of a character in UTF-8. */
const mostBytes = 4;

/** The source is text in an encoding that is not known. */
export class NotDecoded extends Error {
  override readonly name = 'NotDecoded';

  /** @param words half a sentence */
  constructor(readonly words: Words = say('paper.encoding')) {
    super(String(words));
  }
}

/**
 * Decodes bytes chunk by chunk. UTF-16 if a byte order mark or zero bytes say so. Windows-1252, in which spreadsheets
 * save western tables, if the first non-ASCII bytes are invalid UTF-8. Otherwise UTF-8. Drops the byte order mark.
 * @throws NotDecoded if the bytes are none of these, for instance GB 18030, Shift JIS, Windows-1251 or Windows-1250
 */
export async function* textOf(bytes: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    const piece = Buffer.from(chunk as Uint8Array);
    if (decoder !== undefined) {
      yield decoder.decode(piece, { stream: true });
      continue;
    }
    parts.push(piece);
    length += piece.length;
    if (length < sniffBytes) continue;
    let held = Buffer.concat(parts);
    const plain = utf16Of(held) !== undefined ? 0 : isAscii(held) ? -1 : held.findIndex((byte) => byte > 0x7f);
    if (plain === -1 || plain > held.length - mostBytes) {
      // ASCII is the same in all encodings, and an incomplete character does not show its encoding.
      const end = plain === -1 ? held.length : plain;
      yield held.toString('latin1', 0, end);
      held = held.subarray(end);
      [parts, length] = [[held], held.length];
      continue;
    }
    decoder = decoderOf(held);
    yield decoder.decode(held, { stream: true });
  }
  const held = Buffer.concat(parts);
  yield decoder === undefined ? decoderOf(held).decode(held) : decoder.decode();
}

interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string;
}

function decoderOf(bytes: Buffer): Decoder {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16);
  if (isUtf8(bytes)) return new TextDecoder();
  // A single broken byte among valid UTF-8 characters does not mean another encoding.
  const text = bytes.toString('latin1');
  const valid = (text.match(characters) ?? []).join('').length;
  if (valid * 2 > (text.match(highBytes) ?? []).length) return new TextDecoder();
  // In western words, letters with accents do not follow each other, but in tests: "äöüß".
  if ((text.match(foreignWord) ?? []).length > 1) throw new NotDecoded();
  const rest = text.replace(characters, '');
  if (undefinedByte.test(rest) || new Set(rest.match(otherWord)).size > 1) throw new NotDecoded();
  return western;
}

/** A list begins with ASCII, which has a zero byte per character, so UTF-16 shows also without a byte order mark. */
function utf16Of([first, second, third, fourth]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0 && third !== 0 && fourth === 0))
    return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && third === 0 && fourth !== 0))
    return 'utf-16be';
  return undefined;
}

/** One byte per character, so no bytes are left over between chunks. */
const western: Decoder = { decode: (bytes = new Uint8Array()) => windows1252(bytes) };

/** Two to four bytes of UTF-8. */
const characters = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
const highBytes = /[\x80-\xff]/g;
/** Windows-1252 does not have these bytes. */
const undefinedByte = /[\x81\x8d\x8f\x90\x9d]/;
/** Words of Windows-1250 ("Wa³êsa" is Wałęsa), but not "cm³" or "x³y". A single one may be a slip. */
const otherWord = /[A-Za-z\xc0-\xff][\xa3\xaf\xb3\xb9\xbc\xbe\xbf]+[a-z\xdf-\xff]{2}/g;
const foreignWord = /(?![ÄÖÜßäöü]{4})[\xa1-\xff]{4}|(?:[\x81-\x9f][\x40-\xfc]){3}/g;
