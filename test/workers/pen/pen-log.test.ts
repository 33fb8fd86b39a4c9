import { describe, expect, it } from '@jest/globals';
import { type PenLog, penLanguages, penLogBytes, readPenLog, writePenLog } from '../../../workers/pen/find/pen-log.js';
import { seededRandom } from '../gme/random.js';

/** A log as a pen writes it: each field padded to 16 bytes. */
function logOf(fields: readonly string[], padding = 0x00): Buffer {
  const bytes = Buffer.alloc(penLogBytes, padding);
  fields.forEach((text, n) => bytes.write(text, n * 16, 'latin1'));
  return bytes;
}

const fields = ['TW12345678', 'N0038MTA', 'GERMAN', 'ZC3202N'];
const whole: PenLog = { serial: 'TW12345678', firmware: 'N0038MTA', language: 'GERMAN', generation: 'ZC3202N' };
const nothing: PenLog = { serial: null, firmware: null, language: null, generation: null };

describe('.tiptoi.log', () => {
  it.each([0x00, 0xff, 0x20])('is read with its fields padded with %d', (padding) =>
    expect(readPenLog(logOf(fields, padding))).toEqual(whole),
  );

  it('is read with a record for each tap behind it', () => {
    expect(
      readPenLog(Buffer.concat([logOf(fields), Buffer.from([0x98, 3, 0x5c, 0x0a]), Buffer.alloc(5000, 7)])),
    ).toEqual(whole);
  });

  it('is read as far as it goes', () => {
    expect(readPenLog(logOf(fields).subarray(0, 40))).toEqual({ ...whole, language: 'GERMAN', generation: null });
    expect(readPenLog(logOf(fields).subarray(0, 10))).toEqual({ ...nothing, serial: 'TW12345678' });
    expect(readPenLog(Buffer.alloc(0))).toEqual(nothing);
  });

  it('is read with fields that are full, padded in front, or with rubbish behind the padding', () => {
    expect(readPenLog(logOf(['ABCDEFGHIJKLMNOP', '  N1\0\x80\x81', '\0\0DUTCH', '\xff\xffZC3203L\0x']))).toEqual({
      serial: 'ABCDEFGHIJKLMNOP',
      firmware: 'N1',
      language: 'DUTCH',
      generation: 'ZC3203L',
    });
  });

  it.each([
    '',
    '0000000000000000',
    'FFFFFFFFFFFFFFFF',
    '../../etc/passwd',
    '.hidden',
    'a/b',
    'tab\there',
    'ü',
    '<script>',
    '\x1b[2J',
    'dot.',
  ])('has no serial number in %j', (serial) => expect(readPenLog(logOf([serial, 'N1'])).serial).toBeNull());

  it.each([
    ['ITALIA', 'ITALIAN'],
    ['ENGLIS', 'ENGLISH'],
    ['SPANIS', 'SPANISH'],
    ['german', 'GERMAN'],
    ['RUSSIAN', 'RUSSIA'],
    ['POLISH', 'POLISH'],
    ['DUTCH ', 'DUTCH'],
    ['GER', null],
    ['123', null],
    ['GERMAN<b>', 'GERMAN'],
    ['', null],
    ['\x01\x02\x03', null],
  ])('says in %j the language %j', (text, language) =>
    expect(readPenLog(logOf(['', '', text])).language).toBe(language),
  );

  it.each([
    ['ZC3201', 'ZC3201'],
    ['ZC3202N', 'ZC3202N'],
    ['zc3202n-a', 'ZC3202N'],
    ['CPU 3203L', 'ZC3203L'],
    ['ZC3203', 'ZC3203L'],
    ['ZC13201', null],
    ['ZC32020', null],
    ['AK1025', null],
    ['', null],
  ])('says in %j the generation %j', (text, generation) =>
    expect(readPenLog(logOf(['', '', '', text])).generation).toBe(generation),
  );

  it('is written as it is read, with every language', () => {
    for (const language of penLanguages)
      expect(readPenLog(writePenLog({ ...whole, language }))).toEqual({ ...whole, language });
    expect(writePenLog(nothing)).toEqual(Buffer.alloc(64));
    expect(writePenLog(whole)).toEqual(logOf(fields));
  });

  it('gives nothing but its forms, whatever stands in it', () => {
    const random = seededRandom(1);
    let texts = 0;
    for (let n = 0; n < 5000; n++) {
      const bytes = Buffer.from(
        Array.from({ length: random(100) }, () => (random(3) === 0 ? random(256) : 0x20 + random(96))),
      );
      const log = readPenLog(bytes);
      if (log.serial !== null) expect(log.serial).toMatch(/^[A-Za-z0-9][A-Za-z0-9._ -]{0,15}$/);
      if (log.firmware !== null) expect(log.firmware).toMatch(/^[\x20-\x7e]{1,16}$/);
      if (log.language !== null) expect(log.language).toMatch(/^[A-Z]{4,16}$/);
      if (log.firmware !== null) texts++;
    }
    expect(texts).toBeGreaterThan(0);
  });
});
