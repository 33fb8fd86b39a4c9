/** Plans a service, and collects warnings for the user. */
import { dirname } from 'node:path';
import { environmentOf, fieldNames, fieldOf } from '../../../config/fields.js';
import { isUrl } from '../../../config/url.js';
import { placesOf } from '../../../config/places.js';
import type { Settings } from '../../../config/settings.js';
import type { Invocation } from '../../cli/invocation.js';
import { loadSettings } from '../../cli/load-settings.js';
import { UsageError } from '../../cli/usage-error.js';
import { realPath, serviceCommand } from './command.js';

export interface PlannedService {
  command: string[];
  /** Folders outside its own that a service of the system writes to. */
  folders: string[];
  warnings: string[];
}

/** Folders of the system's service. systemd creates them. */
const systemFolders = {
  STATE_DIRECTORY: '/var/lib/tonstift',
  CACHE_DIRECTORY: '/var/cache/tonstift',
  LOGS_DIRECTORY: '/var/log/tonstift',
};

/** @throws UsageError if a service cannot run this, ConfigError if the configuration is wrong */
export async function plannedService(invocation: Invocation): Promise<PlannedService> {
  const { home, passwordFile } = invocation;
  const isSystem = invocation.options.system === true;
  if (isSystem && home !== undefined)
    throw new UsageError(
      'A service of the system has its own folders and does not accept --home.',
      'Use --library-path to move the library and --inbox-path to move the inbox.',
    );
  const places = isSystem ? placesOf(systemFolders) : invocation.places;
  const settings = await loadSettings({ ...invocation, places });
  const command = serviceCommand(settings, home, passwordFile);
  const inHome = isSystem
    ? command
        .slice(0, 2)
        .map(realPath)
        .find((path) => /^\/(home|root)\//.test(path))
    : undefined;
  if (inHome !== undefined)
    throw new UsageError(
      `A service of the system cannot read ${inHome}: home folders are hidden from it.`,
      'Install Node.js and tonstift for all users, below /usr or /opt.',
    );
  return { command, folders: isSystem ? foldersOf(settings) : [], warnings: warningsOf(invocation, settings, command) };
}

function warningsOf(
  { environment, options, home }: Invocation,
  settings: Settings,
  command: readonly string[],
): string[] {
  const unseen = fieldNames
    .filter((field) => settings.sources[field] === 'environment')
    .map((field) => [fieldOf(field).environment ?? '', environmentOf(field)].find((name) => environment[name]));
  const warnings = unseen.map(
    (name) =>
      `The service does not see ${name}, which is set here only. ` +
      `Give the option instead, or put it into ${settings.places.configFile}.`,
  );
  const moved = ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'].filter((name) => environment[name]);
  if (options.system !== true && home === undefined)
    warnings.push(
      ...moved.map(
        (name) =>
          `The service sees ${name} only if the service manager does, and else uses other folders. ` +
          '--home=DIR sets one for both.',
      ),
    );
  if (/[/\\]_npx[/\\]/.test(command[1] ?? ''))
    warnings.push(
      'This copy of the program is a temporary one of npx. ' +
        'Install it with "npm install -g tonstift" first, or the service ends when npx tidies up.',
    );
  return warnings;
}

/** Folders outside its own that a service of the system writes to. Databases may also be on a server. */
export function foldersOf({ current }: Settings): string[] {
  const own = Object.values(systemFolders);
  const used = fieldNames.flatMap((name) => {
    const { isWritten } = fieldOf(name);
    const paths = isWritten === undefined ? [] : [current[name] as string | string[]].flat();
    const local = paths.filter((path) => path !== '' && !isUrl(path));
    // The root of all folders would undo the protection of the others.
    return isWritten === 'file' ? local.map((path) => dirname(path)).filter((path) => path !== '/') : local;
  });
  return [...new Set(used)].filter((path) => !own.some((folder) => `${path}/`.startsWith(`${folder}/`)));
}
