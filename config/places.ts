/** The paths that the program uses on this machine. */
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';

export interface Places {
  /** Library and lock. */
  data: string;
  /** Files that can be generated again: thumbnails. */
  cache: string;
  /** The configuration file. */
  configFile: string;
  /** Folder of the rotated log files. */
  logs: string;
  /** Default of `inbox_path`. */
  inbox: string;
}

/**
 * With a home, everything is in that directory. Otherwise the XDG base directories apply (values that are not absolute
 * are ignored, as the specification requires). A system service has its own directories, which systemd sets
 * (systemd.exec(5), StateDirectory=). Shells do not expand the `~` of `--home=~/x`, so we do.
 */
export function placesOf(environment: NodeJS.ProcessEnv, home?: string): Places {
  if (home !== undefined && home !== '') {
    return inOne(resolve(withHome(home)));
  }
  const { STATE_DIRECTORY: state, CACHE_DIRECTORY: cache, LOGS_DIRECTORY: logs } = environment;
  if (state !== undefined && isAbsolute(state))
    return { ...inOne(firstOf(state)), ...(cache && { cache: firstOf(cache) }), ...(logs && { logs: firstOf(logs) }) };
  const user = homedir();
  const base = (name: string, fallback: string): string => {
    const value = environment[name];
    return join(value !== undefined && isAbsolute(value) ? value : join(user, fallback), 'tonstift');
  };
  const data = base('XDG_DATA_HOME', '.local/share');
  return {
    data,
    cache: data,
    configFile: join(base('XDG_CONFIG_HOME', '.config'), 'config.json'),
    logs: join(base('XDG_STATE_HOME', '.local/state'), 'logs'),
    inbox: join(user, 'Tonstift Inbox'),
  };
}

/** Replaces a leading `~` by the home folder of the user. */
export const withHome = (path: string, user = homedir()): string =>
  /^~(\/|$)/.test(path) ? join(user, path.slice(1)) : path;

const inOne = (root: string): Places => ({
  data: root,
  cache: root,
  configFile: join(root, 'config.json'),
  logs: join(root, 'logs'),
  inbox: join(root, 'inbox'),
});

/** systemd may name several folders. */
const firstOf = (folders: string): string => folders.split(':')[0] ?? folders;

/** The name of the program as a person types it for the same home. */
export function typedFor({ configFile, data }: Places): string {
  if (dirname(configFile) !== data) return 'tonstift';
  return `tonstift --home=${/^[\w./-]+$/.test(data) ? data : `'${data.replaceAll("'", "'\\''")}'`}`;
}

/** Returns the folder for temporary copies. It is removed at each start. */
export const stagingFolder = ({ data }: Pick<Places, 'data'>): string => join(data, 'staging');
