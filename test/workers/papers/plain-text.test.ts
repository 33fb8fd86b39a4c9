import { describe, expect, it } from '@jest/globals';
import { withoutHtml } from '../../../workers/papers/ingest/text/html.js';
import { withoutLatex } from '../../../workers/papers/ingest/text/latex.js';
import { growthOf } from '../../support/linear.js';

describe('LaTeX', () => {
  it.each([
    ['Bal\\\'azs, Erd\\H{o}s and M\\"uller', 'Balázs, Erdős and Müller'],
    ['$x^2$ and $a_{ij}$ of $\\mathbb{R}^{n}$', 'x² and aᵢⱼ of ℝⁿ'],
    ['excess risk of $O(\\sqrt{d/n})$', 'excess risk of O(√(d/n))'],
    ['\\(\\frac{a}{b} \\leq \\infty\\)', 'a/b ≤ ∞'],
    ['as \\emph{we} show in \\cite{one,two}.', 'as we show in.'],
    ['5\\% of \\$3', '5% of $3'],
    ['from $5 and $10 to $20', 'from $5 and $10 to $20'],
    ['C:\\temp and \\name go on', 'C:\\temp and \\name go on'],
    ['a set {1, 2} -- and ~3', 'a set {1, 2} -- and ~3'],
    ['half a $formula', 'half a $formula'],
    ['\\href{https://example.org}{here}', 'here'],
  ])('%s', (text, said) => expect(withoutLatex(text)).toBe(said));

  it('of a source is braces and dashes, too', () =>
    expect(withoutLatex("{BERT}~is ``good'' --- pp. 1--2", true)).toBe('BERT is “good” — pp. 1–2'));

  it.each(['{', '\\\\', '$a ', '\\\\emph{'])('takes time that grows as the number of %j', async (part) => {
    expect(await growthOf((count) => withoutLatex(part.repeat(count), true), 50_000)).toBe('linear');
  });
});

describe('HTML', () => {
  it.each([
    ['<p>First &amp; <em>second</em>.</p><p>Third</p>', 'First & second.\nThird'],
    ['<jats:p>H<jats:sub>2</jats:sub>O</jats:p>', 'H₂O'],
    ['a<b and c>d, R&D, x < y', 'a<b and c>d, R&D, x < y'],
    ['a<b &amp; c', 'a<b & c'],
    ['one<br/>two', 'one\ntwo'],
    ['<script>x</script>', '<script>x</script>'],
  ])('%s', (html, text) => expect(withoutHtml(html)).toBe(text));
});
