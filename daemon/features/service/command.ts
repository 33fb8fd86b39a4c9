/** Builds the command line of a service. */
import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fieldNames, fieldOf, flagOf, maskedValue, type FieldName } from '../../../config/fields.js';
import type { Settings } from '../../../config/settings.js';
import { UsageError } from '../../cli/usage-error.js';
import { packageRoot } from '../../../workers/base/package-root.js';

/** Paths of Node.js that stay the same after an update. */
const lastingNodes = ['/usr/bin/node', '/usr/local/bin/node', '/opt/homebrew/bin/node'];

/**
 * Returns Node.js, the program, `run`, and the options of this call with absolute paths.
 * @throws UsageError for a secret, because everyone can read units
 */
export function serviceCommand(settings: Settings, home: string | undefined, passwordFile?: string): string[] {
  const fromFile = passwordFile === undefined ? [] : ['password'];
  const given = fieldNames.filter((name) => settings.sources[name] === 'flag' && !fromFile.includes(name));
  const isSecret = (name: FieldName): boolean => maskedValue(name, settings.current[name]) !== settings.current[name];
  const secret = given.find((name) => fieldOf(name).type === 'secret' || isSecret(name));
  if (secret !== undefined) {
    throw new UsageError(
      `${flagOf(secret)} must not be part of a service: everyone can read its command line.`,
      `Put "${secret}" into ${settings.places.configFile}.`,
    );
  }
  return [
    nodePath(),
    join(packageRoot, 'dist', 'daemon', 'main.js'),
    'run',
    ...(home === undefined ? [] : [`--home=${home}`]),
    ...(passwordFile === undefined ? [] : [`--password-file=${resolve(passwordFile)}`]),
    ...given.map((name) => `${flagOf(name)}=${String(settings.current[name])}`),
  ];
}

const nodePath = (): string =>
  lastingNodes.find((path) => realPath(path) === realPath(process.execPath)) ?? process.execPath;

/** Follows the links of a path; returns a path that does not exist as it is. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
