/** What a login takes. */
import { z } from 'zod';
import { readFields } from '../../../workers/base/input/read.js';
import type { Fields } from '../../request/fields.js';
import { pageAfterLogin } from './view.js';

const login = z.object({
  password: z.string('must be one text.'),
  next: z.unknown().transform(pageAfterLogin).default('/'),
});

/** @param asked whether the password must be there */
export function loginFields(fields: Fields, asked: boolean): Partial<z.output<typeof login>> {
  return asked ? readFields('A login', login, fields) : readFields('A login', login.partial(), fields);
}
