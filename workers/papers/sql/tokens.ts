/** SQL taken apart just far enough to tell what is a name, what is text, and what is neither. */

export interface Token {
  kind: 'name' | 'quoted name' | 'text' | 'number' | 'sign';
  /** Names in lower case, without their quotes. */
  value: string;
  /** Where it begins in the statement. */
  at: number;
}

const white = /\s+/y;
const name = /[\p{L}_][\p{L}\p{N}_]*/uy;
const number = /\d[\w.]*|\.\d[\w.]*/y;
const text = /'(?:[^']|'')*'/y;
const quotedName = /"(?:[^"]|"")*"/y;

/**
 * Both databases must read the statement as this does:
 * whatever only one of them takes for text or for a comment is refused.
 * @throws Error that says what has no place in a statement
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
    if (statement.startsWith('--', at) || statement.startsWith('/*', at))
      throw new Error('a comment has no place in it');
    begin = at;
    let found = take(text);
    if (found !== undefined) add('text', found);
    else if ((found = take(quotedName)) !== undefined)
      add('quoted name', found.slice(1, -1).replaceAll('""', '"').toLowerCase());
    else if ((found = take(name)) !== undefined) {
      // E'\'' and U&"\0061": quotes that PostgreSQL reads by rules of their own.
      if (/^(e|u&?|n)$/i.test(found) && /^(&?["'])/.test(statement.slice(at, at + 2)))
        throw new Error(`a text that begins with ${found}${statement.slice(at, at + 1)} has no place in it`);
      add('name', found.toLowerCase());
    } else if ((found = take(number)) !== undefined) add('number', found);
    else add('sign', signAt(statement, at++));
  }
  return tokens;
}

function signAt(statement: string, at: number): string {
  const sign = statement[at] ?? '';
  if (sign === "'" || sign === '"') throw new Error(`a ${sign} is opened and never closed`);
  // Two of them are a cast; one begins the name of a parameter, and parameters have none.
  if (sign === ':' && statement[at - 1] !== ':' && statement[at + 1] !== ':') throw new Error('a : has no place in it');
  if (sign === '?' && /[\d?|&]/.test(statement[at + 1] ?? '')) throw new Error('a ? stands alone for each parameter');
  if (!'(),.<>=!+-*/%|&~:;?'.includes(sign)) throw new Error(`${JSON.stringify(sign)} has no place in it`);
  return sign;
}

/** @throws Error where parentheses do not pair */
export function checkParentheses(tokens: readonly Token[]): void {
  let depth = 0;
  for (const { kind, value } of tokens) {
    if (kind !== 'sign') continue;
    if (value === '(') depth++;
    if (value === ')' && --depth < 0) throw new Error('a ")" closes nothing');
  }
  if (depth > 0) throw new Error('a "(" is opened and never closed');
}
