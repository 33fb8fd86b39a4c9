/** Values that are URLs, and the passwords in them. */

/** Has a scheme; `C:\\x` has none. */
export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(text);

export function isUrlOf(text: string, schemes: readonly string[]): boolean {
  return URL.canParse(text) && new URL(text).host !== '' && schemes.includes(new URL(text).protocol.slice(0, -1));
}

/** The password of a URL as it is written there; undefined where there is none. */
export const urlPassword = (text: string): string | undefined => passwordPart.exec(text)?.[2] || undefined;

export const withUrlPassword = (text: string, password: string): string =>
  text.replace(passwordPart, (_, before: string) => before + password);

/** A password may hold an @ that nobody escaped; the last one before the host counts. */
const passwordPart = /^([a-z][a-z0-9+.-]+:\/\/[^:@/?#]*:)([^/?#]*)(?=@)/i;
