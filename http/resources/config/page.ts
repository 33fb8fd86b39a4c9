/** The settings page in its current state. */
import type { Context } from 'koa';
import { queryFields } from '../../request/fields.js';
import type { Kit } from '../../response/kit.js';
import type { PageView } from '../../response/page.js';
import { phoneState } from './phone-state.js';
import { configView, type ConfigPage } from './view.js';

/** Returns true if a request asks for all settings. */
export const isAll = (ctx: Context): boolean => queryFields(ctx).get('all') === 'true';

/** @param more replaces values after a rejection */
export function configPage(ctx: Context, kit: Kit, more: Partial<ConfigPage> = {}): PageView {
  const { config, command, access, restart } = kit.services;
  const fields = config.fields();
  return configView({
    fields,
    command,
    saved: config.values(),
    hasPassword: access.password() !== undefined,
    pendingRestart: config.pendingRestart(),
    canRestart: restart !== null,
    restartProblem: null,
    phone: phoneState(ctx, kit, fields),
    phoneProblems: {},
    typed: {},
    problems: {},
    conflicts: new Set(),
    retype: [],
    links: kit.show('config.links', kit.services),
    all: isAll(ctx),
    ...more,
  });
}
