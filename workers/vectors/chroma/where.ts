import type { Condition } from '../where.js';

/** More values in one filter are more than Chroma's SQLite takes. */
const mostValues = 20_000;

/**
 * The filter in Chroma's words: true for one that always holds, false for one that never does, undefined where Chroma
 * cannot say the same. It keeps metadata as text here, so that it knows no order by number.
 */
export function chromaWhere(condition: Condition): object | boolean | undefined {
  return countValues(condition) > mostValues ? undefined : translate(condition);
}

function translate(condition: Condition): object | boolean | undefined {
  switch (condition.kind) {
    case 'order':
      return undefined;
    case 'in': {
      const { key, values, not } = condition;
      // Empty lists, and keys that would be operators, it refuses.
      if (values.size === 0) return not;
      return key.startsWith('$') || key.startsWith('#')
        ? undefined
        : { [key]: { [not ? '$nin' : '$in']: [...values] } };
    }
    case 'all':
    case 'any': {
      const decides = condition.kind === 'any';
      const parts = condition.of.map(translate);
      if (parts.includes(decides)) return decides;
      const translated = parts.filter((part) => typeof part === 'object');
      if (translated.length < parts.filter((part) => part !== !decides).length) return undefined;
      if (translated.length < 2) return translated[0] ?? !decides;
      return { [decides ? '$or' : '$and']: translated };
    }
  }
}

function countValues(condition: Condition): number {
  if (condition.kind === 'in') return condition.values.size;
  return condition.kind === 'order' ? 1 : condition.of.reduce((sum, part) => sum + countValues(part), 0);
}
