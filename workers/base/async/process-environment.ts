/** Variables for the search paths of programs and libraries, the language, the time zone and temporary files. */
const passedOn = [
  ...['PATH', 'LD_LIBRARY_PATH', 'LD_PRELOAD', 'DYLD_LIBRARY_PATH', 'MALLOC_ARENA_MAX'],
  ...['LANG', 'LC_ALL', 'TZ', 'TMPDIR'],
];

/**
 * Returns the environment of a process that reads untrusted bytes. It leaves out passwords and API keys: a hostile file
 * that takes the process over could send them to others.
 */
export const processEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
