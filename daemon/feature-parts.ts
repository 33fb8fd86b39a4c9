/** The parts of a feature that the daemon loads at its start. */
import type { WebFeature } from '../http/feature.js';
import type { Problem } from '../http/resources/status/problem.js';
import type { Services } from '../http/services.js';
import type { BackupPart } from './backup-part.js';
import type { OpenLibrary } from './library/open-library.js';
import type { Reconcilers } from './reconcilers.js';

/** The parts of the core that a feature builds its services from. */
export interface Core extends OpenLibrary, Reconcilers {
  version: string;
  /** All services. Those of other features are there only once the daemon has started. */
  services: Services;
  /** Calls back once everything is there and the pages respond. */
  onStart: (call: () => void) => void;
  addProblems(list: () => readonly Problem[]): void;
  /** The problems of all features. */
  problems: () => readonly Problem[];
  addBackupPart(part: BackupPart): void;
  /** The data of all features for a backup. */
  backupParts: () => readonly BackupPart[];
  addMetrics(metrics: FeatureMetrics): void;
  /** The metrics of all features. */
  metrics: () => readonly FeatureMetrics[];
}

/** Adds a gauge that is computed on request: one value for each combination of labels. */
export type AddGauge = (
  name: string,
  help: string,
  labels: readonly string[],
  values: () => Promise<readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[]>,
) => void;

export type FeatureMetrics = (add: AddGauge) => void;

export interface FeatureParts extends WebFeature {
  services?: (core: Core) => Partial<Services> | Promise<Partial<Services>>;
}
