/**
 * A library's file may come from elsewhere. What it names is read, moved and removed below the library's folder, so
 * each name must be plain: one step down, nowhere else. Pure.
 */
import { sep } from 'node:path';

/** `..` and `.` lead elsewhere; a separator leads further. */
export const isPlain = (name: unknown): name is string =>
  typeof name === 'string' && !['', '.', '..'].includes(name) && !/[/\0]/.test(name) && !name.includes(sep);

/** `albums/Album 920`: plain names, one in the other. */
export function isPlainPath(path: unknown, steps: { least: number; most: number }): path is string {
  const parts = typeof path === 'string' ? path.split('/') : [];
  return parts.length >= steps.least && parts.length <= steps.most && parts.every(isPlain);
}
