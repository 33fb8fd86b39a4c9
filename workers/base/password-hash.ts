/**
 * Stored passwords: `scrypt$N$r$p$salt$hash`, salt and hash in base64url. One check takes 32 MiB and about 100 ms of
 * a thread, not of the event loop. RFC 7914 defines N, r and p.
 */
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';

interface Cost {
  N: number;
  r: number;
  p: number;
}

const usual: Cost = { N: 2 ** 15, r: 8, p: 1 };
const keyBytes = 32;
/** Limit for the memory of a stored hash: 128 · N · r bytes. */
const mostMemory = 512 * 2 ** 20;

export const shortestPassword = 8;
/** Longer texts are not accepted as passwords, and are rejected without hashing. */
export const longestPassword = 1024;

/** Counts characters as a person does. */
export const isShortPassword = (password: string): boolean => [...password].length < shortestPassword;

/** Counts the same characters, composed as for the hash. A very long text is rejected before it is composed. */
export const isLongPassword = (password: string): boolean =>
  password.length > 4 * longestPassword || [...password.normalize('NFC')].length > longestPassword;

function parts(kept: string): (Cost & { salt: Buffer; key: Buffer }) | undefined {
  const match = /^scrypt\$(\d{1,9})\$(\d{1,3})\$(\d{1,3})\$([\w-]{16,})\$([\w-]{43})$/.exec(kept);
  if (match === null) return undefined;
  const [N = 0, r = 0, p = 0] = match.slice(1, 4).map(Number);
  const fits = Number.isInteger(Math.log2(N)) && N > 1 && r > 0 && p > 0 && p <= 16 && 128 * N * r <= mostMemory;
  const bytes = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url');
  return fits ? { N, r, p, salt: bytes(match[4]), key: bytes(match[5]) } : undefined;
}

export const isPasswordHash = (text: string): boolean => parts(text) !== undefined;

/** Composes the letters, because keyboards may send them composed or not. */
const keyOf = (password: string, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options: ScryptOptions = { N, r, p, maxmem: 2 * 128 * N * r };
    scrypt(password.normalize('NFC'), salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await keyOf(password, salt, usual);
  return ['scrypt', usual.N, usual.r, usual.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Hash of the plain password in use: checking it must cost a guesser as much as checking a hash. */
let hashed: { plain: string; hash: Promise<string> } | undefined;

/** @param kept the stored hash, or plain text */
export async function isPassword(given: string, kept: string): Promise<boolean> {
  if (!isPasswordHash(kept) && hashed?.plain !== kept) hashed = { plain: kept, hash: hashPassword(kept) };
  const wanted = parts(isPasswordHash(kept) ? kept : ((await hashed?.hash) ?? ''));
  return wanted !== undefined && timingSafeEqual(await keyOf(given, wanted.salt, wanted), wanted.key);
}
