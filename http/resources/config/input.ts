/** What of a form is a change. */
import type { Fields } from '../../request/fields.js';
import type { ConfigFieldView } from './service.js';

/** Before the name of a setting: what the page showed of it. */
export const shownPrefix = 'was.';

export interface AskedChanges {
  changes: Readonly<Record<string, unknown>>;
  /** What was shown where they were made, as far as it is known. */
  expected: Readonly<Record<string, unknown>>;
}

/**
 * A page sends every field, and beside it what it has shown of it: only where these differ somebody has changed
 * something there. The others may have been changed elsewhere since, which must stay. A program sends what it means.
 * Of a repeated boolean the last counts: a checkbox comes after its hidden false.
 */
export function changesIn(fields: Fields, settings: readonly ConfigFieldView[]): AskedChanges {
  const types = new Map(settings.map(({ name, type }) => [name, type]));
  const expected = new Map<string, unknown>();
  const sent = new Map<string, unknown>();
  for (const [name, raw] of fields) {
    const shown = name.startsWith(shownPrefix) ? name.slice(shownPrefix.length) : '';
    if (types.has(shown)) expected.set(shown, raw);
    else sent.set(name, Array.isArray(raw) && types.get(name) === 'boolean' ? (raw as unknown[]).at(-1) : raw);
  }
  const changes = [...sent].filter(([name, value]) => !expected.has(name) || expected.get(name) !== value);
  const from = changes.flatMap(([name]) => (expected.has(name) ? [[name, expected.get(name)] as const] : []));
  return { changes: Object.fromEntries(changes), expected: Object.fromEntries(from) };
}
