/** A command for help, manual page and completion. Pure. */
import type { Option } from './options.js';

/** The groups of the help, in its order. */
export const commandGroups = {
  run: 'Run it',
  albums: 'Albums',
  pen: 'Pens and their files',
  papers: 'Papers',
  help: 'Settings and help',
} as const;

export interface CommandRow {
  words: string;
  /** As in the usage line, which also says how many there may be: `FILE`, `[UID]`, `PATH...`. */
  operands: string;
  group: keyof typeof commandGroups;
  /** The first sentence is all that the list of commands shows. */
  summary: string;
  options?: Readonly<Record<string, Option>>;
  /** Lines for a shell. */
  examples: readonly [string, ...string[]];
  /** The page of the documentation, from the root of the project. */
  docs: string;
}
