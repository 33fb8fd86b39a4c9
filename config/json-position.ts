/** Finds where a text stops being JSON. In Node 20, `JSON.parse` reports the position only for some errors. */

const sign = /[{}[\],:]/;
const quoted = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/;
const token = new RegExp(`(?:(${sign.source})|(${quoted.source})|(${scalar.source})(?![\\w.]))`, 'y');

type Awaited = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

export interface TextPosition {
  /** Both start at 1. */
  line: number;
  column: number;
}

/** Offset of the first invalid character, or of the end if more is missing; null if the text is valid. */
function badOffset(text: string): number | null {
  const open: string[] = [];
  let awaited: Awaited = 'value';
  let offset = 0;
  const closed = (): Awaited => (open.length === 0 ? 'nothing' : 'comma or end');
  for (;;) {
    while (offset < text.length && ' \t\n\r'.includes(text.charAt(offset))) offset++;
    if (offset >= text.length) return awaited === 'nothing' ? null : text.length;
    token.lastIndex = offset;
    const found = token.exec(text);
    if (found === null) return offset;
    const [, mark, string, word] = found;
    const wantsValue = awaited === 'value' || awaited === 'value or end';
    const inObject = open.at(-1) === '{';
    if (wantsValue && (string !== undefined || word !== undefined)) awaited = closed();
    else if (wantsValue && mark === '{') {
      open.push('{');
      awaited = 'key or end';
    } else if (wantsValue && mark === '[') {
      open.push('[');
      awaited = 'value or end';
    } else if ((awaited === 'key' || awaited === 'key or end') && string !== undefined) awaited = 'colon';
    else if (awaited === 'colon' && mark === ':') awaited = 'value';
    else if (awaited === 'comma or end' && mark === ',') awaited = inObject ? 'key' : 'value';
    else if ((awaited === 'comma or end' || awaited === 'key or end') && mark === '}' && inObject) {
      open.pop();
      awaited = closed();
    } else if ((awaited === 'comma or end' || awaited === 'value or end') && mark === ']' && !inObject) {
      open.pop();
      awaited = closed();
    } else return offset;
    offset = token.lastIndex;
  }
}

/** Null if the text is valid JSON. */
export function jsonErrorPosition(text: string): TextPosition | null {
  const offset = badOffset(text);
  if (offset === null) return null;
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}
