/** Values that are URLs, and the passwords in them. */

/** Has a scheme; `C:\\x` has none. */
export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(text);

export function isUrlOf(text: string, schemes: readonly string[]): boolean {
  return URL.canParse(text) && new URL(text).host !== '' && schemes.includes(new URL(text).protocol.slice(0, -1));
}

/** The password of a URL as it is written there; undefined where there is none. */
export const urlPassword = (text: string): string | undefined => passwordPart.exec(text)?.[2] || undefined;

/** Stands for a secret that is set, wherever values are shown. Posted back, it leaves the secret as it is. */
export const secretMask = '********';

/** The value with the password masked, where it is a URL that has one. */
export const withoutPassword = (value: unknown): unknown =>
  typeof value === 'string' && urlPassword(value) !== undefined
    ? value.replace(passwordPart, (_, before: string) => before + secretMask)
    : value;

/** A password may hold an @ that nobody escaped; the last one before the host counts. */
const passwordPart = /^([a-z][a-z0-9+.-]+:\/\/[^:@/?#]*:)([^/?#]*)(?=@)/i;
