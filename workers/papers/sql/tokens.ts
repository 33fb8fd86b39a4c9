/** Splits SQL into tokens, just enough to distinguish names, texts and other characters. */

export interface Token {
  kind: 'name' | 'quoted name' | 'text' | 'number' | 'sign';
  /** Names are in lower case and without quotes. */
  value: string;
  /** The offset in the statement. */
  at: number;
}

const white = /\s+/y;
const name = /[\p{L}_][\p{L}\p{N}_]*/uy;
const number = /\d[\w.]*|\.\d[\w.]*/y;
const text = /'(?:[^']|'')*'/y;
const quotedName = /"(?:[^"]|"")*"/y;

/**
 * Both databases must parse the statement like this function. Syntax that only one of them treats as text or comment is
 * rejected.
 * @throws Error that names the invalid part
 */
export function tokensOf(statement: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let begin = 0;
  const add = (kind: Token['kind'], value: string): void => void tokens.push({ kind, value, at: begin });
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(statement)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  while (at < statement.length) {
    if (take(white) !== undefined) continue;
    if (statement.startsWith('--', at) || statement.startsWith('/*', at)) throw new Error('a comment is not allowed');
    begin = at;
    let found = take(text);
    if (found !== undefined) add('text', found);
    else if ((found = take(quotedName)) !== undefined)
      add('quoted name', found.slice(1, -1).replaceAll('""', '"').toLowerCase());
    else if ((found = take(name)) !== undefined) {
      // E'\'' and U&"\0061": PostgreSQL parses these quotes by special rules.
      if (/^(e|u&?|n)$/i.test(found) && /^(&?["'])/.test(statement.slice(at, at + 2)))
        throw new Error(`a text that begins with ${found}${statement.slice(at, at + 1)} is not allowed`);
      add('name', found.toLowerCase());
    } else if ((found = take(number)) !== undefined) add('number', found);
    else add('sign', signAt(statement, at++));
  }
  return tokens;
}

function signAt(statement: string, at: number): string {
  const sign = statement[at] ?? '';
  if (sign === "'" || sign === '"') throw new Error(`a ${sign} is never closed`);
  // Two colons are a cast. A single one begins a named parameter, which is not supported.
  if (sign === ':' && statement[at - 1] !== ':' && statement[at + 1] !== ':') throw new Error('a : is not allowed');
  if (sign === '?' && /[\d?|&]/.test(statement[at + 1] ?? '')) throw new Error('each parameter must be a single ?');
  if (!'(),.<>=!+-*/%|&~:;?'.includes(sign)) throw new Error(`${JSON.stringify(sign)} is not allowed`);
  return sign;
}

/** @throws Error if parentheses do not match */
export function checkParentheses(tokens: readonly Token[]): void {
  let depth = 0;
  for (const { kind, value } of tokens) {
    if (kind !== 'sign') continue;
    if (value === '(') depth++;
    if (value === ')' && --depth < 0) throw new Error('a ")" has no "("');
  }
  if (depth > 0) throw new Error('a "(" is never closed');
}
