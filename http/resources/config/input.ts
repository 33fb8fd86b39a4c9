/** What of a form is a change. */
import type { Fields } from '../../request/fields.js';
import type { ConfigService } from './service.js';
import { fieldText } from './view.js';

/**
 * What is to be saved. A page sends every field, and must not pin those that nobody touched; the mask of a secret
 * is never its new value. Of a repeated boolean the last counts: a checkbox comes after its hidden false.
 */
export function changesIn(fields: Fields, config: ConfigService, fromPage: boolean): Record<string, unknown> {
  const types = new Map(config.fields().map(({ name, type }) => [name, type]));
  const values = config.values();
  return Object.fromEntries(
    [...fields].flatMap(([name, raw]) => {
      const value = Array.isArray(raw) && types.get(name) === 'boolean' ? (raw as unknown[]).at(-1) : raw;
      const meant = !fromPage && types.get(name) !== 'secret';
      const unchanged =
        !meant &&
        Object.hasOwn(values, name) &&
        (value === values[name] || (typeof value === 'string' && value === fieldText(values[name])));
      return unchanged ? [] : [[name, value]];
    }),
  );
}
