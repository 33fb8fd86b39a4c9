/** Decodes bytes whose encoding is not declared. */
import { isUtf8 } from 'node:buffer';

/**
 * Characters 0x80 to 0x9f; the rest is Latin-1. Node 20's `TextDecoder('windows-1252')` decodes all bytes as Latin-1.
 */
const typographic = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const typographicSigns = new RegExp(`[${typographic.replace(/[\x80-\x9f]/g, '')}]`, 'g');

export function windows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return latin1.replace(/[\x80-\x9f]/g, (sign) => typographic.charAt(sign.charCodeAt(0) - 0x80));
}

/** Characters 0x80 to 0xff of the code page of DOS and of Windows' own ZIPs in western Europe. */
const dos =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0';

export const codePage850 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : dos.charAt(byte - 0x80))).join('');

/** Decodes as UTF-8 if it is valid, else as Windows-1252. */
export const utf8OrWindows = (bytes: Uint8Array): string =>
  isUtf8(bytes) ? new TextDecoder().decode(bytes) : windows1252(bytes);

/**
 * Repairs text whose bytes were decoded as Latin-1 although they are UTF-8, Windows-1252 or, in Russian, Windows-1251.
 * Programs write all of them to fields that are defined as Latin-1. The mistake is certain if all bytes are valid
 * UTF-8, if there are words of accents only (see `isCyrillic`), or if there are control characters from 0x80 to 0x9f,
 * which no text contains. Other text is returned unchanged.
 */
export function mendLatin1(given: string): string {
  // `ÃŸ` for ß: the bytes were decoded as Windows-1252.
  const text = given.replace(typographicSigns, (sign) => String.fromCharCode(0x80 + typographic.indexOf(sign)));
  if (!/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return given;
  if (text !== given && !isUtf8(Buffer.from(text, 'latin1'))) return given;
  const bytes = Buffer.from(text, 'latin1');
  // music-metadata trims the blank 0xa0, which is the last byte of `à`.
  const isTrimmed = text.endsWith('\xc3') && /[\x80-\xff].|\p{Ll}.$/su.test(text);
  const whole = isTrimmed ? Buffer.concat([bytes, Buffer.of(0xa0)]) : bytes;
  const meant = isUtf8(whole) ? whole.toString('utf8') : undefined;
  // `Ü–` in Windows-1252 has the bytes of a Syriac letter.
  const isPlausible = meant !== undefined && (!/[\u0250-\u1fff]/.test(meant) || bytes.length - meant.length > 2);
  if (isPlausible) return meant;
  return isCyrillic(text) ? new TextDecoder('windows-1251').decode(bytes) : windows1252(bytes);
}

/** Decodes text of accents only, which is Windows-1251 decoded as Latin-1; returns other text unchanged. */
export const cyrillicOf = (text: string): string =>
  /[\xc0-\xd6\xd8-\xf6\xf8-\xff]/.test(text) && !/[a-z]|[^\0-\xff]/i.test(text)
    ? new TextDecoder('windows-1251').decode(Buffer.from(text, 'latin1'))
    : text;

/** Letters with accents of one western language, and signs. */
const western = [
  /^[àâæçéèêëîïôùûüÿ]+$/, // French
  /^[áéíóúüñ]+$/, // Spanish
  /^[áâãàçéêíóôõúü]+$/, // Portuguese
  /^[àçèéìíîïòóùúü]+$/, // Italian, Catalan
  /^[äöüßåæøõé]+$/, // German, Scandinavian, Estonian
  /^[áæéíðóúýþöø]+$/, // Icelandic, Faroese
  /^[×÷]+$/,
];

/**
 * Reports whether Windows-1251 was decoded as Latin-1: twice four letters with accents follow each other, or a word
 * consists of four of them that no western language has together. `äöüß` may be a test. `Märchen` is no Cyrillic.
 */
function isCyrillic(text: string): boolean {
  if (/[\xc0-\xff]{4}.*[\xc0-\xff]{4}/s.test(text)) return true;
  if (/[a-z][\xc0-\xff]|[\xc0-\xff][a-z]/i.test(text)) return false;
  const words = text.toLowerCase().match(/[\xc0-\xff]{4,}/g) ?? [];
  return words.some((word) => western.every((letters) => !letters.test(word)));
}
