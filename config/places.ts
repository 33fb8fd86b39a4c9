/** Where the program keeps things on this machine. */
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

export interface Places {
  /** Library, lock. */
  data: string;
  /** The configuration file. */
  configFile: string;
  /** Folder of the rotating log files. */
  logs: string;
  /** Default of `inbox_path`. */
  inbox: string;
}

/**
 * With a home everything lies under that one directory; without one the XDG base directories rule
 * (an entry that is not absolute is ignored, as that specification asks). Shells leave the `~` of `--home=~/x` to us.
 */
export function placesOf(environment: NodeJS.ProcessEnv, home?: string): Places {
  if (home !== undefined && home !== '') {
    const root = /^~(\/|$)/.test(home) ? join(homedir(), home.slice(1)) : resolve(home);
    return { data: root, configFile: join(root, 'config.json'), logs: join(root, 'logs'), inbox: join(root, 'inbox') };
  }
  const user = homedir();
  const base = (name: string, fallback: string): string => {
    const value = environment[name];
    return join(value !== undefined && isAbsolute(value) ? value : join(user, fallback), 'tonstift');
  };
  return {
    data: base('XDG_DATA_HOME', '.local/share'),
    configFile: join(base('XDG_CONFIG_HOME', '.config'), 'config.json'),
    logs: join(base('XDG_STATE_HOME', '.local/state'), 'logs'),
    inbox: join(user, 'Tonstift Inbox'),
  };
}
