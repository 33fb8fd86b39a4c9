/** Characters for LaTeX commands that citation-js lacks. */

/** Commands in formulas and in text. */
export const mathSigns: Readonly<Record<string, string>> = {
  ...{ ell: 'ℓ', infty: '∞', partial: '∂', nabla: '∇', forall: '∀', exists: '∃', emptyset: '∅', varnothing: '∅' },
  ...{ le: '≤', leq: '≤', leqslant: '≤', ge: '≥', geq: '≥', geqslant: '≥', ne: '≠', neq: '≠', ll: '≪', gg: '≫' },
  ...{ approx: '≈', sim: '∼', simeq: '≃', equiv: '≡', cong: '≅', propto: '∝', asymp: '≍', lesssim: '≲', gtrsim: '≳' },
  ...{ in: '∈', notin: '∉', ni: '∋', subset: '⊂', subseteq: '⊆', supset: '⊃', supseteq: '⊇', setminus: '∖' },
  ...{ cup: '∪', cap: '∩', wedge: '∧', land: '∧', vee: '∨', lor: '∨', neg: '¬', lnot: '¬', top: '⊤', bot: '⊥' },
  ...{ times: '×', cdot: '·', div: '÷', pm: '±', mp: '∓', ast: '∗', star: '⋆', circ: '∘', bullet: '•', oplus: '⊕' },
  ...{ otimes: '⊗', odot: '⊙', perp: '⊥', parallel: '∥', mid: '|', vert: '|', Vert: '‖', lVert: '‖', rVert: '‖' },
  ...{ sum: '∑', prod: '∏', int: '∫', oint: '∮', sqrt: '√', angle: '∠', triangle: '△', square: '□', prime: '′' },
  ...{ to: '→', rightarrow: '→', leftarrow: '←', gets: '←', leftrightarrow: '↔', longrightarrow: '⟶', mapsto: '↦' },
  ...{ Rightarrow: '⇒', implies: '⇒', Leftarrow: '⇐', Leftrightarrow: '⇔', iff: '⇔', uparrow: '↑', downarrow: '↓' },
  ...{ ldots: '…', dots: '…', cdots: '⋯', vdots: '⋮', langle: '⟨', rangle: '⟩', lfloor: '⌊', rfloor: '⌋' },
  ...{ lceil: '⌈', rceil: '⌉', lbrace: '{', rbrace: '}', hbar: 'ℏ', Re: 'ℜ', Im: 'ℑ', aleph: 'ℵ', imath: 'ı' },
  ...{ min: 'min', max: 'max', arg: 'arg', argmin: 'argmin', argmax: 'argmax', log: 'log', ln: 'ln', exp: 'exp' },
  ...{ sin: 'sin', cos: 'cos', tan: 'tan', tanh: 'tanh', det: 'det', dim: 'dim', ker: 'ker', lim: 'lim', sup: 'sup' },
  ...{ inf: 'inf', Pr: 'Pr', deg: 'deg', gcd: 'gcd', bmod: 'mod', colon: ':', textasciitilde: '~', backslash: '\\' },
  ...{ dag: '†', dagger: '†', ddag: '‡', S: '§', P: '¶', pounds: '£', euro: '€', LaTeX: 'LaTeX', TeX: 'TeX' },
  ...{ quad: ' ', qquad: ' ', space: ' ', newline: ' ', par: '\n\n', item: '\n• ', noindent: '', xspace: '', left: '' },
  ...{ right: '', big: '', Big: '', bigg: '', Bigg: '', bigl: '', bigr: '', limits: '', displaystyle: '', rm: '' },
  ...{ bf: '', it: '', em: '', sl: '', sc: '', tt: '', sf: '', centering: '', maketitle: '', relax: '', protect: '' },
  ...{ aa: 'å', AA: 'Å', textemdash: '—', textendash: '–', slash: '/', lbrack: '[', rbrack: ']' },
};

/** Commands whose arguments are not visible text, with their number of arguments in braces. */
export const droppedCommands: Readonly<Record<string, number>> = {
  ...{ cite: 1, citep: 1, citet: 1, citealp: 1, citeauthor: 1, parencite: 1, autocite: 1, textcite: 1, nocite: 1 },
  ...{ ref: 1, eqref: 1, autoref: 1, cref: 1, Cref: 1, label: 1, begin: 1, end: 1, vspace: 1, hspace: 1, color: 1 },
};

/** Commands with two arguments, of which the second is the visible text. */
export const secondArgument: ReadonlySet<string> = new Set([
  'href',
  'textcolor',
  'colorbox',
  'hyperlink',
  'foreignlanguage',
]);

const supers = '0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺-⁻=⁼(⁽)⁾nⁿiⁱaᵃbᵇcᶜdᵈeᵉfᶠgᵍhʰjʲkᵏlˡmᵐoᵒpᵖrʳsˢtᵗuᵘvᵛwʷxˣyʸzᶻTᵀ*﹡';
const subs = '0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊-₋=₌(₍)₎aₐeₑhₕiᵢjⱼkₖlₗmₘnₙoₒpₚrᵣsₛtₜuᵤvᵥxₓ';
const boards = 'A𝔸B𝔹CℂD𝔻E𝔼F𝔽G𝔾HℍI𝕀J𝕁K𝕂L𝕃M𝕄NℕO𝕆PℙQℚRℝS𝕊T𝕋U𝕌V𝕍W𝕎X𝕏Y𝕐Zℤ1𝟙';

const pairs = (text: string): ReadonlyMap<string, string> => {
  const signs = [...text];
  return new Map(signs.flatMap((sign, at) => (at % 2 === 0 ? [[sign, signs[at + 1] ?? sign] as const] : [])));
};

/** The longest script that these characters replace. */
export const longestScript = 1000;

export const raised = pairs(supers);
export const lowered = pairs(subs);
export const doubled = pairs(boards);
