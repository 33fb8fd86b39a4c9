/**
 * The list of features: the only place that knows them all. Without its line, a feature is off, and the rest works. The
 * order is that of the navigation, and of what they show on a page.
 */
import type { OpenBackupPart, OpenBackupParts } from './backup-part.js';
import type { Commands } from './cli/command-info.js';
import { coreCommands } from './cli/table.js';
import type { FeatureParts } from './feature-parts.js';
import type { Feature } from './feature.js';
import { arrivals } from './features/arrivals/feature.js';
import { backup } from './features/backup/feature.js';
import { deleted } from './features/deleted/feature.js';
import { doctor } from './features/doctor/feature.js';
import { firstRun } from './features/first-run/feature.js';
import { metrics } from './features/metrics/feature.js';
import { openapi } from './features/openapi/feature.js';
import { problems } from './features/problems/feature.js';
import { rearrange } from './features/rearrange/feature.js';
import { service } from './features/service/feature.js';
import { takeover } from './features/takeover/feature.js';
import { tryFeature } from './features/try/feature.js';
import { uploads } from './features/uploads/feature.js';
import { papers } from './papers/feature.js';

export const features: readonly Feature[] = [
  firstRun,
  problems,
  arrivals,
  uploads,
  tryFeature,
  rearrange,
  deleted,
  backup,
  takeover,
  papers,
  openapi,
  metrics,
  service,
  doctor,
];

/** Loads the parts of features, for the daemon. A feature without parts is left out. */
export async function loadFeatures(list = features): Promise<readonly FeatureParts[]> {
  const loaded: FeatureParts[] = [];
  for (const { parts } of list) if (parts !== undefined) loaded.push(await parts());
  return loaded;
}

/** Opens the data of all features for a backup. */
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
