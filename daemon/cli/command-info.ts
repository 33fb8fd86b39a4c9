/** A row of the table of commands. */
import type { Command } from './invocation.js';
import type { Option } from './options.js';

export interface CommandInfo {
  words: string;
  /** As in the usage line. */
  operands: string;
  least: number;
  most: number;
  summary: string;
  options?: Readonly<Record<string, Option>>;
  load: () => Promise<Command>;
}

/** The first one is the default. */
export type Commands = readonly [CommandInfo, ...CommandInfo[]];
