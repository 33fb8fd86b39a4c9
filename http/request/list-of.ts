/** More than any field takes, and few enough to check all of them in one turn of the event loop. */
const mostItems = 2000;

/** Splits at commas. A text with too many items stays one item, which no check accepts. */
export function itemsIn(text: string): string[] {
  const items = text.split(',', mostItems + 1);
  return items.length > mostItems ? [text] : items;
}

/**
 * Parses a field that may have several values: `920,921`, a repeated `920`, or a JSON list. Too many values are one
 * item, which no check accepts.
 */
export function listOf(raw: unknown): unknown[] {
  const items = [raw ?? []]
    .flat()
    .flatMap((part): unknown[] =>
      typeof part === 'string' ? itemsIn(part.replace(/^\s*\[(.*)\]\s*$/s, '$1')) : [part],
    )
    .map((part) => (typeof part === 'string' ? part.trim() : part))
    .filter((part) => part !== '');
  return items.length > mostItems ? [items] : items;
}
