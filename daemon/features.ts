/**
 * The list of features: the only place that knows them all. Without its line, a feature is off, and the rest works. The
 * order is that of the navigation, and of what they show on a page.
 */
import type { OpenBackupPart, OpenBackupParts } from './backup-part.js';
import type { Commands } from './cli/command-info.js';
import { coreCommands } from './cli/table.js';
import type { FeatureParts } from './feature-parts.js';
import type { Feature } from './feature.js';
import { backup } from './features/backup/feature.js';
import { doctor } from './features/doctor/feature.js';
import { service } from './features/service/feature.js';
import { takeover } from './features/takeover/feature.js';
import { tryFeature } from './features/try/feature.js';
import { papers } from './papers/feature.js';

/** A feature without commands and settings. */
const daemonOnly = (name: string, load: () => Promise<{ parts: FeatureParts }>): Feature => ({
  name,
  parts: async () => (await load()).parts,
});

export const features: readonly Feature[] = [
  daemonOnly('first-run', () => import('./features/first-run/parts.js')),
  daemonOnly('problems', () => import('./features/problems/parts.js')),
  daemonOnly('arrivals', () => import('./features/arrivals/parts.js')),
  daemonOnly('uploads', () => import('./features/uploads/parts.js')),
  tryFeature,
  daemonOnly('rearrange', () => import('./features/rearrange/parts.js')),
  daemonOnly('deleted', () => import('./features/deleted/parts.js')),
  backup,
  takeover,
  papers,
  daemonOnly('openapi', () => import('./features/openapi/parts.js')),
  daemonOnly('metrics', () => import('./features/metrics/parts.js')),
  service,
  doctor,
];

/** Loads the parts of features, for the daemon. A feature without parts is left out. */
export async function loadFeatures(list = features): Promise<readonly FeatureParts[]> {
  const loaded: FeatureParts[] = [];
  for (const { parts } of list) if (parts !== undefined) loaded.push(await parts());
  return loaded;
}

export const openBackupParts: OpenBackupParts = async (settings, log) => {
  const opened: OpenBackupPart[] = [];
  for (const { backup: open } of features) if (open !== undefined) opened.push(await open(settings, log));
  return opened;
};

export const commandsOf = (list: readonly Feature[]): Commands => [
  ...coreCommands,
  ...list.flatMap(({ commands: own = [] }) => own),
];

export const commands = commandsOf(features);
