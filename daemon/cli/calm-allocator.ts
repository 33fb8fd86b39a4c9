/**
 * Memory that threads have freed goes back to the system. The C library of most Linux systems keeps a heap (arena) for
 * each of up to eight threads a core, and once a large block was freed, its like come out of these heaps, too. After
 * half an hour of work a JavaScript heap of 30 MB was 700 MB resident. The library reads what is to be otherwise only
 * when a process starts (mallopt(3), "Environment variables"), so the daemon begins anew in the same process where Node
 * can do that (`process.execve`, from 22.15 and 23.11). Elsewhere the unit that starts it sets them; see
 * `service-units/systemd`.
 */
const settings = {
  MALLOC_ARENA_MAX: '1',
  // Bytes from which a block is given back when it is freed, and how many of those there may be: a quarter of what a
  // process of Linux may have. From 8 kB on an import of papers takes a fifth longer, and at rest nothing is saved.
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_MMAP_MAX_: '16384',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;
/** Megabytes of a half of the young generation: of 16, the default, 24 in all stay where none is needed. */
const youngGeneration = '--max-semi-space-size=2';

type Execve = (file: string, words: readonly string[], environment: NodeJS.ProcessEnv) => never;

/** Returns where nothing is to be done, or nothing can be. Who has set one of them has chosen. */
export function beginCalm(
  environment: NodeJS.ProcessEnv,
  platform = process.platform,
  execve = (process as { execve?: Execve }).execve,
): void {
  const isChosen = [...Object.keys(settings), 'GLIBC_TUNABLES'].some((name) => environment[name] !== undefined);
  if (platform !== 'linux' || isChosen || execve === undefined) return;
  const words = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const options = [environment['NODE_OPTIONS'] ?? '', youngGeneration].join(' ').trim();
  execve.call(process, process.execPath, words, { ...environment, ...settings, NODE_OPTIONS: options });
}
