/** The fields of a login. */
import * as z from 'zod/v4';
import { readFields } from '../../../workers/base/input/read.js';
import { takenAs } from '../../../workers/base/input/schema.js';
import type { Fields } from '../../request/fields.js';
import type { FeaturePage } from '../../slots.js';
import { isCorePlace } from '../../response/page.js';
import { say } from '../../../workers/base/language/sentence.js';

/** Characters. Longer request addresses are rejected anyway. */
const longestAddress = 16_384;

const isPage = (path: string, pages: readonly FeaturePage[]): boolean => {
  const named = path.replace(/^\/library\/[1-9]\d{0,2}(?=\/|$)/, '/library/:oid');
  const isKnown = isCorePlace(path) || named === '/library/:oid' || pages.some((page) => page.path === named);
  return isKnown && !path.includes(':');
};

/**
 * The page after a login, with its query. The start page for anything else, such as another host, a file or a form
 * action.
 */
export function pageAfterLogin(wanted: unknown, pages: readonly FeaturePage[]): string {
  if (typeof wanted !== 'string' || wanted.length > longestAddress) return '/';
  const [, page = ''] = /^([^?]*)(?:\?[!-~]*)?$/.exec(wanted) ?? [];
  return isPage(page, pages) && !/[\\#]/.test(wanted) ? wanted : '/';
}

export const login = z.object({
  password: z.string('must be one text.'),
  next: takenAs(z.string(), z.unknown()).default('/'),
});

/** @param asked whether the password is required */
export function loginFields(fields: Fields, asked: boolean): Partial<z.output<typeof login>> {
  return asked ? readFields(say('what.login'), login, fields) : readFields(say('what.login'), login.partial(), fields);
}
