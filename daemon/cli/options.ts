/** Options that are not settings. The parser, help, manual page and completion use this table. Pure. */

export interface Option {
  /** The placeholder of its value in the help. An option without a value is a switch. */
  value?: string;
  /** A single letter. */
  short?: string;
  help: string;
}

/** Options of every command. */
export const generalOptions = {
  home: {
    value: 'DIR',
    help: 'Puts everything that the program writes under this one folder (or TONSTIFT_HOME).',
  },
  'password-file': {
    value: 'FILE',
    help: 'Reads the password from the first line of a file, not from this command line.',
  },
  help: { short: 'h', help: 'Prints this. After a command, prints what that command takes.' },
  version: { short: 'v', help: 'Prints the version.' },
} as const satisfies Record<string, Option>;

/** Options of single commands; the table of commands names them. */
export const commandOptions = {
  json: { help: 'Prints JSON.' },
  system: { help: 'Acts on the service of the whole system (Linux, as root), not of this user.' },
  out: { value: 'DIR', help: 'Writes the sounds that are heard into this folder.' },
  dpi: { value: 'N', help: 'Resolution of the scan, if the picture does not say it.' },
  export: { value: 'FORMAT', help: 'Prints a file of this format: bibtex, ris, markdown or csv.' },
  conference: { value: 'NAME', help: 'Conference of the papers.' },
  year: { value: 'YEAR', help: 'Year of the papers.' },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof commandOptions;

/** The given options: the text of a value as typed, true for a switch. */
export type OptionValues = {
  [Name in OptionName]?: (typeof commandOptions)[Name] extends { value: string } ? string : true;
};

/** `-h, --help`, `--home=DIR` */
export const spelling = (name: string, { value, short }: Option): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : `=${value}`}`;
