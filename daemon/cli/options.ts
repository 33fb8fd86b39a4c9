/** Options that are not settings. The parser, help, manual page and completion use this table. Pure. */

export interface Option {
  /** The placeholder of its value in the help. An option without a value is a switch. */
  value?: string;
  /** A single letter. */
  short?: string;
  help: string;
}

export const generalOptions = {
  home: {
    value: 'DIR',
    help: 'Puts everything that the program writes under this one folder (or TONSTIFT_HOME).',
  },
  'password-file': {
    value: 'FILE',
    help: 'Reads the password from the first line of a file, not from this command line.',
  },
  help: { short: 'h', help: 'Prints the commands. After a command, prints what that command takes.' },
  version: { short: 'v', help: 'Prints the version.' },
} as const satisfies Record<string, Option>;

/** For commands that can print JSON. */
export const json = { json: { help: 'Prints JSON.' } } as const satisfies Record<string, Option>;

/** The given options of a command: the text of a value as typed, true for a switch. Features add theirs. */
export interface OptionValues {
  json?: true;
}

/** `-h, --help`, `--home=DIR` */
export const spelling = (name: string, { value, short }: Option): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : `=${value}`}`;
