/** Where the program keeps things on this machine. */
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

export interface Places {
  /** Library, lock. */
  data: string;
  /** What can be made again: small pictures. */
  cache: string;
  /** The configuration file. */
  configFile: string;
  /** Folder of the rotating log files. */
  logs: string;
  /** Default of `inbox_path`. */
  inbox: string;
}

/**
 * With a home everything lies under that one directory; without one the XDG base directories rule
 * (an entry that is not absolute is ignored, as that specification asks). A service of the system has directories of
 * its own, of which systemd tells (systemd.exec(5), StateDirectory=). Shells leave the `~` of `--home=~/x` to us.
 */
export function placesOf(environment: NodeJS.ProcessEnv, home?: string): Places {
  if (home !== undefined && home !== '') {
    const root = /^~(\/|$)/.test(home) ? join(homedir(), home.slice(1)) : resolve(home);
    return inOne(root);
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

const inOne = (root: string): Places => ({
  data: root,
  cache: root,
  configFile: join(root, 'config.json'),
  logs: join(root, 'logs'),
  inbox: join(root, 'inbox'),
});

/** Of several that systemd tells of. */
const firstOf = (folders: string): string => folders.split(':')[0] ?? folders;
