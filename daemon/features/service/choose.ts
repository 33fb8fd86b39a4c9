/** Chooses the service manager of this system. */
import { launchd } from './launchd.js';
import type { ServiceManager } from './manager.js';
import { systemdOfSystem, systemdOfUser } from './systemd.js';

export interface ManagerOptions {
  /** A service of the system instead of this user. */
  isSystem?: boolean;
  /** The folder of the daemon's own log. */
  logs: string;
  platform?: NodeJS.Platform;
}

/** Returns undefined on a system without a supported manager. */
export function serviceManager(
  environment: NodeJS.ProcessEnv,
  { isSystem = false, logs, platform = process.platform }: ManagerOptions,
): ServiceManager | undefined {
  if (platform === 'linux') return isSystem ? systemdOfSystem() : systemdOfUser(environment);
  return platform === 'darwin' && !isSystem ? launchd(logs) : undefined;
}
