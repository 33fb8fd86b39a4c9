/**
 * Parses the operators of a search: `AND`, `OR`, `NOT` in capitals, a minus before a word, and parentheses. Words side
 * by side must all be there. `NOT` binds before `AND`, and `AND` before `OR`.
 */
import { termsOf, writtenTerm, type Piece } from './terms.js';
import type { Condition, WordsQuery } from './form.js';

type Token = '(' | ')' | 'and' | 'or' | 'not' | Piece;

const operators: ReadonlyMap<string, Token> = new Map([
  ['AND', 'and'],
  ['OR', 'or'],
  ['NOT', 'not'],
]);

/** A systematic review has up to a hundred. */
const mostWords = 256;
/** SQLite's parser of such queries has a stack of a hundred symbols. */
const deepest = 6;
/** More words side by side are pasted text. */
const longestRun = 12;

export const hasOperators = (pieces: readonly Piece[]): boolean =>
  pieces.some(({ text, isQuoted }) => !isQuoted && operators.has(bareOf(text)));
const bareOf = (text: string): string => text.replace(/^\(+|\)+$/g, '');

/** Returns null if the operators make no sense: then they are words. */
export function parseOperators(pieces: readonly Piece[]): WordsQuery | null {
  const tokens = pieces.flatMap(tokensOf);
  if (isPasted(tokens)) return null;
  if (tokens.filter((token) => typeof token === 'object').length > mostWords) return null;
  const left = { tokens, at: 0 };
  const condition = parseAny(left, 0);
  if (condition === null || left.at < tokens.length) return null;
  return { must: [condition], may: [], not: [] };
}

function tokensOf(piece: Piece): Token[] {
  const { isQuoted, isMinus } = piece;
  if (isQuoted) return isMinus ? ['not', piece] : [piece];
  const tokens: Token[] = [];
  let { text } = piece;
  if (isMinus) tokens.push('not');
  for (let begin; (begin = /^-?\(/.exec(text)?.[0]) !== undefined; text = text.slice(begin.length))
    tokens.push(...(begin === '(' ? (['('] as const) : (['not', '('] as const)));
  const ends: Token[] = [];
  for (let open = countOf(text, ')') - countOf(text, '('); open > 0 && text.endsWith(')'); open--) {
    ends.push(')');
    text = text.slice(0, -1);
  }
  if (/^-\p{L}/u.test(text)) tokens.push('not', { ...piece, text: text.slice(1) });
  else if (text !== '') tokens.push(operators.get(text) ?? { ...piece, text });
  return [...tokens, ...ends];
}

const countOf = (text: string, sign: string): number => text.split(sign).length - 1;

function isPasted(tokens: readonly Token[]): boolean {
  let run = 0;
  return tokens.some((token) => (run = typeof token === 'object' && !token.isQuoted ? run + 1 : 0) > longestRun);
}

interface Left {
  tokens: readonly Token[];
  at: number;
}

function parseAny(left: Left, depth: number): Condition | null {
  if (depth > deepest) return null;
  const any: Condition[] = [];
  for (;;) {
    const one = parseAll(left, depth);
    if (one === null) return null;
    any.push(one);
    if (left.tokens[left.at] !== 'or') return any.length === 1 ? one : { any };
    left.at++;
  }
}

/** Returns null if something is missing, also if there are only exclusions. */
function parseAll(left: Left, depth: number): Condition | null {
  const all: Condition[] = [];
  const not: Condition[] = [];
  for (let isFirst = true; ; isFirst = false) {
    let token = left.tokens[left.at];
    if (token === undefined || token === 'or' || token === ')') break;
    if (token === 'and' && !isFirst) token = left.tokens[++left.at];
    const isOut = token === 'not';
    if (isOut) token = left.tokens[++left.at];
    left.at++;
    if (token === '(') {
      const inner = parseAny(left, depth + 1);
      if (inner === null || left.tokens[left.at++] !== ')') return null;
      (isOut ? not : all).push(inner);
    } else if (typeof token === 'object') (isOut ? not : all).push(...operandOf(token));
    else return null;
  }
  const [only] = all;
  if (only === undefined) return null;
  return all.length === 1 && not.length === 0 ? only : { all, not };
}

/** Returns nothing for words that nearly every paper has. */
export function operandOf(piece: Piece): Condition[] {
  const { terms } = termsOf(piece);
  const [first, second, joined] = terms;
  // "fine-tuning" is two words, or one.
  if (joined !== undefined && first?.[0] !== undefined && second?.[0] !== undefined && terms.length === 3) {
    const row = [...first[0].words, ...second[0].words];
    if (joined[0]?.words.join(' ') === row.join(''))
      return [{ any: [{ term: writtenTerm(row, piece.text) }, { term: joined }] }];
  }
  return terms.length > 1 ? [{ all: terms.map((term) => ({ term })), not: [] }] : terms.map((term) => ({ term }));
}
