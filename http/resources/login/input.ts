/** The fields of a login. */
import * as z from 'zod';
import { readFields } from '../../../workers/base/input/read.js';
import { takenAs } from '../../../workers/base/input/schema.js';
import type { Fields } from '../../request/fields.js';
import { places } from '../../response/page.js';
import { say } from '../../../workers/base/language/sentence.js';

/** Characters. Longer request addresses are rejected anyway. */
const longestAddress = 16_384;

/** Pages that are not in the navigation. */
const others = new Set(['/problems', '/backup', '/first-run', '/deleted', '/papers/saved', '/papers/map']);

const isPage = (page: string): boolean =>
  Object.hasOwn(places, page) || others.has(page) || /^\/library\/[1-9]\d{0,2}$/.test(page);

/**
 * The page after a login, with its query. The start page for anything else, such as another host, a file or a form
 * action.
 */
export function pageAfterLogin(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > longestAddress) return '/';
  const [, page = ''] = /^([^?]*)(?:\?[!-~]*)?$/.exec(wanted) ?? [];
  return isPage(page) && !/[\\#]/.test(wanted) ? wanted : '/';
}

export const login = z.object({
  password: z.string('must be one text.'),
  next: takenAs(z.string(), z.unknown().transform(pageAfterLogin)).default('/'),
});

/** @param asked whether the password is required */
export function loginFields(fields: Fields, asked: boolean): Partial<z.output<typeof login>> {
  return asked ? readFields(say('what.login'), login, fields) : readFields(say('what.login'), login.partial(), fields);
}
