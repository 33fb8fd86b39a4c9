import { describe, expect, it } from '@jest/globals';
import { systemdCommand, systemdWord, xmlText } from '../../../../daemon/features/service/quote.js';

describe('systemdWord', () => {
  it('quotes for ExecStart=:', () => {
    expect(systemdWord('/a b/ü')).toBe('"/a b/ü"');
    expect(systemdWord('100%h')).toBe('"100%%h"');
    expect(systemdWord('$HOME ${X}')).toBe('"$HOME ${X}"');
    expect(systemdWord('a"b\\c')).toBe('"a\\"b\\\\c"');
    expect(systemdWord('a\nExecStartPre=/bin/sh')).toBe('"a\\x0aExecStartPre=/bin/sh"');
  });
});

describe('systemdCommand', () => {
  it('starts a program with an odd name by way of env, for systemd refuses it', () => {
    expect(systemdCommand(['/usr/bin/node', 'x'])).toBe('ExecStart=:"/usr/bin/node" "x"');
    expect(systemdCommand(['/a"b/node', 'x'])).toBe('ExecStart=:"/usr/bin/env" "/a\\"b/node" "x"');
  });
});

describe('xmlText', () => {
  it('escapes, and refuses what XML cannot hold', () => {
    expect(xmlText('<a & b>')).toBe('&lt;a &amp; b&gt;');
    expect(() => xmlText('a\0')).toThrow(/control character/);
  });
});
