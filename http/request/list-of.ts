/** Parses a field that may have several values: `920,921`, a repeated `920`, or a JSON list. */
export const listOf = (raw: unknown): unknown[] =>
  [raw ?? []]
    .flat()
    .flatMap((part): unknown[] =>
      typeof part === 'string' ? part.replace(/^\s*\[(.*)\]\s*$/s, '$1').split(',') : [part],
    )
    .map((part) => (typeof part === 'string' ? part.trim() : part))
    .filter((part) => part !== '');
