/**
 * A library's file may come from elsewhere. Its names are read, moved and removed below the library's folder, so each
 * must be plain: one level down and nowhere else. Pure.
 */
import { sep } from 'node:path';

/** `..` and `.` name other folders; a separator adds a level. */
export const isPlain = (name: unknown): name is string =>
  typeof name === 'string' && !['', '.', '..'].includes(name) && !/[/\0]/.test(name) && !name.includes(sep);

/** Checks a path such as `albums/Album 920`: plain names, separated by `/`. */
export function isPlainPath(path: unknown, steps: { least: number; most: number }): path is string {
  const parts = typeof path === 'string' ? path.split('/') : [];
  return parts.length >= steps.least && parts.length <= steps.most && parts.every(isPlain);
}
