import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '../../../config/problems.js';
import { UsageError } from '../../../daemon/cli/usage-error.js';
import { exitCodeOf, exitCodeOfError } from '../../../daemon/cli/exit-codes.js';
import { readLibraryData } from '../../../workers/library/data.js';
import { errorCodes, NewerDataError, TonstiftError } from '../../../workers/base/errors.js';

describe('exitCodeOf', () => {
  it('knows every code', () => {
    expect(Object.keys(exitCodeOfError).sort()).toEqual([...errorCodes].sort());
    const temporary = errorCodes.filter((code) => exitCodeOf(new TonstiftError(code, 'x')) === 75);
    expect(temporary).toEqual(['library_unavailable', 'locked', 'no_pen', 'papers_unavailable', 'no_space', 'not_now']);
    for (const code of errorCodes) expect([1, 75]).toContain(exitCodeOf(new TonstiftError(code, 'x')));
  });

  it('a library of a newer version is no reason to start again and again', () => {
    const read = (): unknown => readLibraryData({ version: 99 }, 0);
    expect(read).toThrow(/newer Tonstift/);
    try {
      read();
    } catch (thrown) {
      expect(exitCodeOf(thrown)).toBe(78);
    }
  });

  it('knows the others', () => {
    expect(exitCodeOf(new UsageError('x'))).toBe(2);
    expect(exitCodeOf(new ConfigError([]))).toBe(78);
    expect(exitCodeOf(new NewerDataError('x'))).toBe(78);
    expect(exitCodeOf(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toBe(75);
    expect(exitCodeOf(Object.assign(new Error('x'), { code: 'EROFS' }))).toBe(78);
    expect(exitCodeOf(Object.assign(new Error('x'), { code: 'EACCES' }))).toBe(1);
    expect(exitCodeOf(new Error('x'))).toBe(1);
    expect(exitCodeOf(undefined)).toBe(1);
  });
});
