/** Who wants to change the settings, or have the program started again. */
import type { Context } from 'koa';
import { say, type Words } from '../../../workers/base/language/sentence.js';
import type { Fields } from '../../request/fields.js';
import type { Kit } from '../../response/kit.js';
import { isLocal } from '../../security/local.js';
import { isCommand } from '../../security/password.js';
import type { ConfigAsker } from './service.js';

/** The password given again, which is no setting. */
export const passwordField = 'current_password';

export interface Asked {
  /** All but that password. */
  given: Fields;
  asker: ConfigAsker;
  /** What is wrong with it, by its field. */
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
