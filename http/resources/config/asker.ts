/** Identifies who wants to change settings or restart the program. */
import type { Context } from 'koa';
import { say, type Words } from '../../../workers/base/language/sentence.js';
import type { Fields } from '../../request/fields.js';
import type { Kit } from '../../response/kit.js';
import { isLocal } from '../../security/local.js';
import { isCommand } from '../../security/password.js';
import type { ConfigAsker } from './service.js';

/** The field for the current password. It is not a setting. */
export const passwordField = 'current_password';

export interface Asked {
  /** All fields except the current password. */
  given: Fields;
  asker: ConfigAsker;
  /** Problems with the current password, by field. */
  problems: Readonly<Record<string, Words>>;
}

export async function askerIn(ctx: Context, kit: Kit, fields: Fields): Promise<Asked> {
  const given = new Map(fields);
  given.delete(passwordField);
  const again = fields.get(passwordField) ?? '';
  const from = { isLocal: await isLocal(ctx.req), isCommand: isCommand(ctx) };
  const asked = (knowsPassword: boolean, problem?: Words): Asked => ({
    given,
    asker: { knowsPassword, ...from },
    problems: problem === undefined ? {} : { [passwordField]: problem },
  });
  if (typeof again !== 'string') return asked(false, say('wrong.not_one_text'));
  if (again === '' || kit.services.access.password() === undefined) return asked(false);
  return (await kit.gate.check(ctx, again)) ? asked(true) : asked(false, say('wrong.not_password'));
}
