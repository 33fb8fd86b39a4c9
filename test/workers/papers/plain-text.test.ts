import { describe, expect, it } from '@jest/globals';
import { withoutHtml } from '../../../workers/papers/ingest/text/html.js';
import { withoutLatex } from '../../../workers/papers/ingest/text/latex.js';
import { plainIn } from '../../../workers/papers/ingest/shapes/values.js';
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
    ['<jats:italic>a</jats:italic> and <italic>b</italic> and <sc>c</sc>', 'a and b and c'],
    // Formulas: TeX, MathML, or both.
    [
      'An <inline-formula><tex-math notation="LaTeX">$O(n\\log n)$</tex-math></inline-formula> sort',
      'An O(n log n) sort',
    ],
    ['<formula formulatype="inline"><tex Notation="TeX">$m=2$</tex></formula> was known', 'm=2 was known'],
    ['By <tex-math>\\(\\beta\\)</tex-math> and <tex>x_i</tex>.', 'By β and xᵢ.'],
    [
      '<jats:inline-formula><jats:alternatives><jats:tex-math>$\\beta ^{2}$</jats:tex-math><mml:math><mml:msup>' +
        '<mml:mi>β</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math></jats:alternatives></jats:inline-formula>.',
      'β².',
    ],
    [
      '<jats:tex-math>\\documentclass{minimal} \\usepackage{amsmath} \\begin{document}$$x \\ge 1$$\\end{document}' +
        '</jats:tex-math>',
      'x ≥ 1',
    ],
    [
      '<math><semantics><mrow><mi>y</mi></mrow><annotation encoding="application/x-tex">y</annotation></semantics>' +
        '</math>!',
      'y!',
    ],
    ['<math><mi>y</mi><annotation encoding="application/x-mathcad">q</annotation></math>', 'y'],
    [
      '<mml:math>\n <mml:msubsup><mml:mi>x</mml:mi><mml:mi>i</mml:mi><mml:mn>2</mml:mn></mml:msubsup> ' +
        '<mml:mo>+</mml:mo>' +
        '<mml:mfrac><mml:mi>a</mml:mi><mml:mrow><mml:mi>b</mml:mi><mml:mo>+</mml:mo><mml:mn>1</mml:mn></mml:mrow>' +
        '</mml:mfrac><mml:msqrt><mml:mn>2</mml:mn></mml:msqrt>' +
        '<mml:msup><mml:mi>e</mml:mi><mml:mi>π</mml:mi></mml:msup>' +
        '</mml:math>',
      'xᵢ²+a/(b+1)√2e^π',
    ],
  ])('%s', (html, text) => expect(withoutHtml(html)).toBe(text));

  it.each([
    'Growth of {\\textless}i{\\textgreater}S. fictus{\\textless}/i{\\textgreater} {\\textless} 5',
    'Growth of \\<i\\>S. fictus\\</i\\> {\\textless} 5',
    'Growth of <i>S. fictus</i> $<$ 5',
  ])('in LaTeX, as Mendeley writes %s', (text) => expect(plainIn(text, true)).toBe('Growth of S. fictus < 5'));

  it.each(['<math><msup>', '<tex-math>x', '<mfrac><mi>a</mi><mi>b</mi></mfrac>', '<msup>ab</msup>'])(
    'takes time that grows as the number of %s',
    async (part) => {
      expect(await growthOf((count) => withoutHtml(`<math>${part.repeat(count)}`), 20_000)).toBe('linear');
    },
  );
});
