import '../../workers/papers/settings-table.js';
import type { LoadInput } from '../../config/load.js';

/** A machine on which nothing is set. */
export const bareInput: LoadInput = {
  flags: {},
  environment: {},
  fileText: null,
  places: {
    data: '/home/ada/.data',
    cache: '/home/ada/.data',
    configFile: '/home/ada/.config/tonstift/config.json',
    logs: '/home/ada/.state/logs',
    inbox: '/home/ada/Inbox',
  },
  cwd: '/somewhere',
  user: '/home/ada',
  realpath: (path) => path,
};
