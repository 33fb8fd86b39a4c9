/** Parses untrusted JSON with limits of depth and size. */
import { say, type Sentence } from '../language/sentence.js';

/** Nested brackets: `JSON.parse` takes 0.2 s for a megabyte of them, and recursive code overflows the stack. */
const deepestLevel = 64;

export interface JsonLimits {
  /** Maximum depth of brackets. */
  deepest?: number;
  /**
   * Maximum number of values in lists and objects: a megabyte of empty lists takes 50 ms and a hundred times its
   * memory.
   */
  most?: number;
}

/** Why a text was not parsed: half a sentence. */
export class NoJson extends Error {
  override readonly name = 'NoJson';

  constructor(readonly words: Sentence) {
    super(String(words));
  }
}

/** @throws NoJson for text that is too deep or has too many values; SyntaxError */
export function parseJson(text: string, { deepest = deepestLevel, most = Infinity }: JsonLimits = {}): unknown {
  const problem = problemIn(text, deepest, most);
  if (problem !== undefined) throw new NoJson(problem);
  return JSON.parse(text);
}

/** Returns undefined for a text that is not JSON, or that `parseJson` rejects. */
export function jsonIn(text: string, limits?: JsonLimits): unknown {
  try {
    return parseJson(text, limits);
  } catch {
    return undefined;
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];

/** Counts in one pass without parsing; the parser reports invalid JSON. */
function problemIn(text: string, deepest: number, most: number): Sentence | undefined {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === quote) at = endOfString(text, at + 1);
    // `[` and `{`, `]` and `}` differ in one bit.
    else if (sign === comma) values++;
    else if ((sign & 0xdf) === 0x5d) depth--;
    else if ((sign & 0xdf) === 0x5b) {
      values++;
      if (++depth > deepest) return say('error.json_deep', { deepest: String(deepest) });
    }
    if (values > most) return say('error.json_many', { most: String(most) });
  }
  return undefined;
}

function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === backslash) at++;
    else if (sign === quote) return at;
  }
  return text.length;
}
