import '../../workers/papers/settings-table.js';
import { describe, expect, it } from '@jest/globals';
import { fieldNames, type FieldName } from '../../config/fields.js';
import { textIn } from '../../workers/base/language/sentence.js';
import { parseField } from '../../config/validate.js';

const base = { user: '/home/ada', folder: '/base' };
const valueOf = (name: FieldName, raw: unknown, from: { user: string; folder: string | null } = base): unknown => {
  const parsed = parseField(name, raw, from);
  return 'value' in parsed ? parsed.value : `problem: ${String(parsed.problem)}`;
};

describe('parseField', () => {
  it('reads booleans in all their spellings, and nothing else', () => {
    for (const raw of ['true', '1', 'on', 'YES', ' true ', true, 1]) expect(valueOf('open_browser', raw)).toBe(true);
    for (const raw of ['false', '0', 'off', 'No', false, 0]) expect(valueOf('open_browser', raw)).toBe(false);
    for (const raw of ['', 'maybe', 2, null, [], {}, 'toString', undefined]) {
      expect(valueOf('open_browser', raw)).toMatch(/^problem: must be true or false, not /);
    }
  });

  it('reads whole numbers strictly', () => {
    expect(valueOf('port', '10021')).toBe(10021);
    expect(valueOf('port', 0)).toBe(0);
    for (const raw of [
      '',
      '1.5',
      '1e3',
      '0x10',
      '10021x',
      '-1',
      '65536',
      1.5,
      NaN,
      Infinity,
      true,
      [80],
      '9'.repeat(400),
    ]) {
      expect(valueOf('port', raw)).toMatch(/^problem: must be a whole number from 0 to 65535, not /);
    }
  });

  it('reads numbers with a fraction', () => {
    expect(valueOf('inbox_settle_seconds', '0.25')).toBe(0.25);
    expect(valueOf('inbox_settle_seconds', '0')).toBe(0);
    for (const [raw, value] of [
      ['4,5', 4.5],
      [',5', 0.5],
      ['4,', 4],
      ['4.125', 4.125],
    ] as const)
      expect([raw, valueOf('print_margin', raw)]).toEqual([raw, value]);
    // A comma before three digits may separate thousands.
    for (const raw of ['1,000', '1,000.5', '1.000,5', '4,5,6'])
      expect(valueOf('inbox_settle_seconds', raw)).toMatch(/^problem: must be a number from 0 to 3600, not /);
    expect(valueOf('inbox_settle_seconds', 'soon')).toBe('problem: must be a number from 0 to 3600, not "soon".');
  });

  it('reads choices without regard to case, and other words for them', () => {
    expect(valueOf('pen_language', 'german')).toBe('GERMAN');
    expect(valueOf('pen_language', '')).toBe('');
    expect(valueOf('pen_language', 'any')).toBe('');
    expect(valueOf('log_level', 'WARNING')).toBe('warn');
    expect(valueOf('log_level', 'CRITICAL')).toBe('error');
    expect(valueOf('audio_format', 'constructor')).toBe('problem: must be one of mp3, ogg, not "constructor".');
    expect(valueOf('log_level', '__proto__')).toMatch(/^problem/);
  });

  it('reads lists from commas and from JSON', () => {
    expect(valueOf('allowed_hosts', 'a.local, b.local ,,')).toEqual(['a.local', 'b.local']);
    expect(valueOf('allowed_hosts', ['a', 'b,c'])).toEqual(['a', 'b', 'c']);
    expect(valueOf('allowed_hosts', '[::1],fe80::1')).toEqual(['[::1]', 'fe80::1']);
    expect(valueOf('allowed_hosts', '')).toEqual([]);
    expect(valueOf('allowed_hosts', [1])).toMatch(/^problem: must be a list/);
    expect(valueOf('allowed_hosts', 'a b')).toMatch(/^problem: must list host names/);
    for (const many of ['/a,'.repeat(1001), Array(1001).fill('/a')])
      expect(valueOf('pen_paths', many)).toMatch(/^problem: must be a list/);
  });

  it('expands paths', () => {
    expect(valueOf('inbox_path', '~')).toBe('/home/ada');
    expect(valueOf('inbox_path', '~/Müsik')).toBe('/home/ada/Müsik');
    expect(valueOf('inbox_path', '~bob')).toBe('/base/~bob');
    expect(valueOf('inbox_path', '../in')).toBe('/in');
    expect(valueOf('inbox_path', '')).toMatch(/^problem: must name a folder/);
    expect(valueOf('ffmpeg_path', '')).toBe('');
    expect(valueOf('inbox_path', 'a\0b')).toMatch(/^problem: must not contain control/);
    expect(valueOf('inbox_path', 'relative', { user: '/home/ada', folder: null })).toMatch(
      /^problem: must be an absolute path/,
    );
    expect(valueOf('inbox_path', '/a//b/', { user: '/home/ada', folder: null })).toBe('/a/b');
  });

  it('knows hosts', () => {
    for (const host of ['127.0.0.1', '::1', 'fe80::1%eth0', 'my-host.local', '0.0.0.0'])
      expect(valueOf('host', host)).toBe(host);
    for (const host of ['', 'a b', 'http://x', '127.0.0.1:80', '[::1]', 'a/b'])
      expect(valueOf('host', host)).toMatch(/^problem/);
  });

  it('never repeats a secret', () => {
    for (const raw of [12345678, 'hunter2\n', '********', ['hunter2']]) {
      const logged = valueOf('password', raw);
      expect(logged).toMatch(/^problem: must (not contain|be) /);
      expect(logged).not.toMatch(/hunter2|12345678/);
    }
    expect(valueOf('password', ' blanks count ')).toBe(' blanks count ');
  });

  it('has a sentence in each language for any value of any field', () => {
    for (const name of fieldNames) {
      for (const raw of [
        null,
        undefined,
        {},
        [[]],
        NaN,
        Symbol.iterator.description,
        'x'.repeat(1e5),
        { toString: 1 },
      ]) {
        const parsed = parseField(name, raw, base);
        if (!('problem' in parsed)) continue;
        expect(String(parsed.problem)).toMatch(/^must .{3,240}\.$/u);
        expect(textIn(parsed.problem, 'de')).toMatch(/^(muss|darf) .{3,240}\.$/u);
      }
    }
  });
});
