/** Which manager this system has. */
import { launchd } from './launchd.js';
import type { ServiceManager } from './manager.js';
import { systemdOfSystem, systemdOfUser } from './systemd.js';

export interface ManagerOptions {
  /** Of the system, not of this user. */
  isSystem?: boolean;
  /** Folder of the daemon's own log. */
  logs: string;
  platform?: NodeJS.Platform;
}

/** Undefined on a system that has none. */
export function serviceManager(
  environment: NodeJS.ProcessEnv,
  { isSystem = false, logs, platform = process.platform }: ManagerOptions,
): ServiceManager | undefined {
  if (platform === 'linux') return isSystem ? systemdOfSystem() : systemdOfUser(environment);
  return platform === 'darwin' && !isSystem ? launchd(logs) : undefined;
}
