/**
 * A feature is one value, and one line in the list of `daemon/features.ts`. Without its line, the rest works.
 * Features know the core; the core knows none of them, and they do not know each other.
 */
import type { Field } from '../config/field.js';
import type { Settings } from '../config/settings.js';
import type { OpenBackupPart } from './backup-part.js';
import type { CommandInfo } from './cli/command-info.js';
import type { FeatureParts } from './feature-parts.js';
import type { DaemonLog } from './log/log.js';

export interface Feature {
  name: string;
  /** They are added to the table of settings when they are imported. */
  settings?: Readonly<Record<string, Field<unknown>>>;
  commands?: readonly CommandInfo[];
  parts?: () => Promise<FeatureParts>;
  /** Opens its data for the command `backup` or `restore`, without a daemon. */
  backup?: (settings: Settings, log: DaemonLog) => Promise<OpenBackupPart>;
}
