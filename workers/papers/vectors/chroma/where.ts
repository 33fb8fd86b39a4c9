import type { Condition } from '../where.js';

/** The most values in one filter. Chroma's SQLite fails with more. */
const mostValues = 20_000;

/**
 * Translates a filter for Chroma: true if it always holds, false if it never does, undefined if Chroma cannot express
 * it. Metadata is stored in Chroma as text, so Chroma cannot compare it as numbers.
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
      // Chroma rejects empty lists, and keys that look like operators.
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
