/** The settings page in its current state. */
import type { Kit } from '../../response/kit.js';
import type { PageView } from '../../response/page.js';
import { configView, type ConfigPage } from './view.js';

/** @param more replaces values after a rejection */
export function configPage(kit: Kit, more: Partial<ConfigPage> = {}): PageView {
  const { config, access, restart } = kit.services;
  return configView({
    fields: config.fields(),
    saved: config.values(),
    hasPassword: access.password() !== undefined,
    pendingRestart: config.pendingRestart(),
    canRestart: restart !== null,
    restartProblem: null,
    typed: {},
    problems: {},
    conflicts: new Set(),
    retype: [],
    links: kit.show('config.links'),
    ...more,
  });
}
