import { describe, expect, it } from '@jest/globals';
import { snippetOf } from '../../../../daemon/papers/mcp/snippet.js';

const filler = 'Nothing of it is said in here at all. '.repeat(10);

describe('a snippet', () => {
  it('is all of a short abstract, on one line', () => {
    expect(snippetOf(' Pens\n and  ink. ', ['ink'])).toBe('Pens and ink.');
    expect(snippetOf('', [])).toBe('');
  });

  it('begins with the sentence that has the most words of what was asked', () => {
    const text = `${filler}Pens are here. Pens with ink are here. ${filler}`;
    expect(snippetOf(text, ['Pens', 'ink'])).toMatch(/^… Pens with ink are here\. Nothing/);
    expect(snippetOf(text, ['zebra'])).toMatch(/^Nothing/);
    expect(snippetOf(`${filler}At the end is ink.`, ['ink'])).toBe('… At the end is ink.');
  });

  it('is found among any number of sentences', () => {
    expect(snippetOf(`${'a. '.repeat(333_000)}Ink.`, ['Ink'])).toBe('… Ink.');
  });

  it('ends with a word, and is never longer than 300 characters', () => {
    for (const text of [filler.repeat(3), 'a'.repeat(1000), '🎵'.repeat(500), 'No end of it '.repeat(90)]) {
      const snippet = snippetOf(text, []);
      expect(snippet.length).toBeLessThanOrEqual(300);
      expect(snippet).toMatch(/\S …$/);
      expect(snippet.isWellFormed()).toBe(true);
    }
    expect(snippetOf(filler, [])).toMatch(/^(Nothing of it is said in here at all\. )+.* …$/);
  });
});
