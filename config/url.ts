/** Values that are URLs. */
import { maskedUrl } from '../workers/base/text/url-secrets.js';

/** Whether the text has a scheme; `C:\\x` has none. */
export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(text);

export function isUrlOf(text: string, schemes: readonly string[]): boolean {
  return URL.canParse(text) && new URL(text).host !== '' && schemes.includes(new URL(text).protocol.slice(0, -1));
}

/** A value for display; see `url-secrets.ts`. */
export const withoutSecrets = (value: unknown): unknown => (typeof value === 'string' ? maskedUrl(value) : value);
