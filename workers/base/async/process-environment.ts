/** These variables tell programs and libraries, the language, the time zone and the folder for temporary files. */
const passedOn = [
  ...['PATH', 'LD_LIBRARY_PATH', 'LD_PRELOAD', 'DYLD_LIBRARY_PATH', 'MALLOC_ARENA_MAX'],
  ...['LANG', 'LC_ALL', 'TZ', 'TMPDIR'],
];

/**
 * Returns the environment of a process that reads untrusted bytes. The rest of ours contains passwords and API keys,
 * and a process that a hostile file has taken over could send them away.
 */
export const processEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
