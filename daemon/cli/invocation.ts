/** The input and output of a command. */
import type { FieldName } from '../../config/fields.js';
import type { Places } from '../../config/places.js';
import type { OpenBackupParts } from '../backup-part.js';
import type { FeatureParts } from '../feature-parts.js';
import type { CommandRow } from './command-row.js';
import type { ExitCode } from './exit-codes.js';
import type { OptionValues } from './options.js';

export interface Invocation {
  operands: readonly string[];
  flags: Partial<Record<FieldName, string | string[]>>;
  /** The absolute path of `--home` or TONSTIFT_HOME; undefined if the XDG folders apply. */
  home: string | undefined;
  /** The file that `flags.password` was read from. */
  passwordFile: string | undefined;
  options: OptionValues;
  commands: readonly CommandRow[];
  loadFeatures: () => Promise<readonly FeatureParts[]>;
  openBackupParts: OpenBackupParts;
  environment: NodeJS.ProcessEnv;
  places: Places;
  version: string;
  /** Prints a line to standard output. */
  print: (line: string) => void;
  /** Prints a line to standard error. */
  complain: (line: string) => void;
  /** Ends the process at once: for a daemon that does not stop, or a command whose output has no reader. */
  exit: (code: number) => never;
}

export type Command = (invocation: Invocation) => Promise<ExitCode>;
