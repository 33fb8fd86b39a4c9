/** A row of the table of commands. Parser, help, manual page and completion read it. */
import type { CommandRow } from './command-row.js';
import type { Command } from './invocation.js';

export interface CommandInfo extends CommandRow {
  load: () => Promise<Command>;
}

/** The first one is the default. */
export type Commands = readonly [CommandInfo, ...CommandInfo[]];
