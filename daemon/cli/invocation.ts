/** What a command is given, and what it gives back. */
import type { FieldName } from '../../config/fields.js';
import type { Places } from '../../config/places.js';
import type { ExitCode } from './exit-codes.js';
import type { OptionValues } from './options.js';

export interface Invocation {
  operands: readonly string[];
  flags: Partial<Record<FieldName, string | string[]>>;
  /** Of `--home` or TONSTIFT_HOME, absolute; undefined where the XDG folders rule. */
  home: string | undefined;
  /** Where `flags.password` was read from. */
  passwordFile: string | undefined;
  options: OptionValues;
  /** Every command that there is, with what it does. */
  commands: readonly { words: string; summary: string }[];
  environment: NodeJS.ProcessEnv;
  places: Places;
  version: string;
  /** A line to standard output. */
  print: (line: string) => void;
  /** A line to standard error. */
  complain: (line: string) => void;
  /** Ends the process at once; only for a daemon that does not end by itself. */
  exit: (code: number) => never;
}

export type Command = (invocation: Invocation) => Promise<ExitCode>;
