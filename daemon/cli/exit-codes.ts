/** Exit codes of the program. Those of sysexits(3) show a supervisor whether a retry is useful. */
import { ConfigError } from '../../config/problems.js';
import { NewerDataError, systemCodeOf, TonstiftError, type ErrorCode } from '../../workers/base/errors.js';
import { UsageError } from './usage-error.js';

export const exitCodes = {
  done: 0,
  /** Any error that a retry does not fix. */
  failed: 1,
  usage: 2,
  /** EX_TEMPFAIL: try again later. */
  temporary: 75,
  /** EX_CONFIG: correct the configuration, make the disk writable, or install the version that wrote the library. */
  configuration: 78,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const { failed, temporary } = exitCodes;

export const exitCodeOfError: Readonly<Record<ErrorCode, ExitCode>> = {
  bad_field: failed,
  unknown_action: failed,
  forbidden_host: failed,
  forbidden_origin: failed,
  forbidden_account: failed,
  unauthorized: failed,
  not_found: failed,
  album_not_found: failed,
  track_not_found: failed,
  no_albums: failed,
  gme_missing: failed,
  conflict: failed,
  too_large: failed,
  key_reused: failed,
  unreadable_audio: failed,
  unreadable_backup: failed,
  no_free_oid: failed,
  build_failed: failed,
  library_unavailable: temporary,
  locked: temporary,
  no_pen: temporary,
  papers_unavailable: temporary,
  no_space: temporary,
  aborted: failed,
  not_now: temporary,
};

/** The port is in use, the address does not exist yet, or the disk is full. */
const temporarySystemCodes = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'ENOSPC', 'EDQUOT']);

export function exitCodeOf(thrown: unknown): ExitCode {
  if (thrown instanceof UsageError) return exitCodes.usage;
  if (thrown instanceof ConfigError) return exitCodes.configuration;
  if (thrown instanceof NewerDataError) return exitCodes.configuration;
  if (thrown instanceof TonstiftError) return exitCodeOfError[thrown.code];
  // Only a person mounts a disk for writing.
  if (systemCodeOf(thrown) === 'EROFS') return exitCodes.configuration;
  return temporarySystemCodes.has(systemCodeOf(thrown) ?? '') ? temporary : failed;
}
