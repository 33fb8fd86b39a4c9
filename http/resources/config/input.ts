/** Finds the changes in a settings form. */
import type { Fields } from '../../request/fields.js';
import type { ConfigFieldView } from './service.js';

/** The prefix of fields with the value that the page showed. */
export const shownPrefix = 'was.';

export interface AskedChanges {
  changes: Readonly<Record<string, unknown>>;
  /** The values shown when the changes were made, if they are known. */
  expected: Readonly<Record<string, unknown>>;
}

/**
 * A page sends every field with the value that it showed. A field is changed only if the two differ. The others may
 * have been changed elsewhere since, and those changes must be kept. A program sends only the fields it wants to
 * change. The last value of a repeated boolean counts, because a checkbox follows its hidden `false`.
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
