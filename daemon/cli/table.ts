/** The commands of the core. Each is loaded on demand, so that `--version` does not load a web server. */
import type { CommandInfo, Commands } from './command-info.js';
import { json } from './options.js';

const run: CommandInfo = {
  words: 'run',
  operands: '',
  least: 0,
  most: 0,
  summary: 'Run the daemon until it is stopped. This is the default.',
  load: async () => (await import('./commands/run.js')).runDaemon,
};

export const coreCommands: Commands = [
  run,
  {
    words: 'import',
    operands: 'PATH...',
    least: 1,
    most: Infinity,
    summary:
      'Import folders, ZIP files and audio files into the library. If the daemon runs, the command sends it the ' +
      'files. The sources stay.',
    load: async () => (await import('./commands/import.js')).importSources,
  },
  {
    words: 'library accept',
    operands: '',
    least: 0,
    most: 0,
    summary:
      'Use the contents of library_path as the library: another library, or a new one in an empty folder. For ' +
      'when the former library is lost.',
    load: async () => (await import('./commands/library.js')).acceptLibrary,
  },
  {
    words: 'library check',
    operands: '[all]',
    least: 0,
    most: 1,
    summary: 'Check whether the library is complete; with all, read every file.',
    load: async () => (await import('./commands/library.js')).checkTheLibrary,
  },
  {
    words: 'library rebuild',
    operands: '',
    least: 0,
    most: 0,
    summary: 'Rebuild the records of the library from its album folders, for when library.json is lost.',
    load: async () => (await import('./commands/library.js')).rebuildLibrary,
  },
  {
    words: 'gme info',
    operands: 'FILE',
    least: 1,
    most: 1,
    summary: 'Print the contents of a GME file.',
    load: async () => (await import('./commands/gme-info.js')).printGmeInfo,
  },
  {
    words: 'gme dump',
    operands: 'FILE',
    least: 1,
    most: 1,
    summary: 'Print all scripts of a GME file.',
    load: async () => (await import('./commands/gme-dump.js')).printGmeDump,
  },
  {
    words: 'gme export',
    operands: 'UID DIR',
    least: 2,
    most: 2,
    summary: 'Write an album as a project (YAML and audio) for tttool.',
    load: async () => (await import('./commands/gme-export.js')).exportGmeProject,
  },
  {
    words: 'pen status',
    operands: '',
    least: 0,
    most: 0,
    options: json,
    summary: 'Print which pens are plugged in and what is on them.',
    load: async () => (await import('./commands/pen.js')).printPens,
  },
  {
    words: 'pen sync',
    operands: '[PEN]',
    least: 0,
    most: 1,
    summary:
      'Copy the chosen albums to all pens that are plugged in, or to one of them. Exits with 0 once everything ' +
      'is on the pen.',
    load: async () => (await import('./commands/pen.js')).syncPens,
  },
  {
    words: 'pen eject',
    operands: '[PEN]',
    least: 0,
    most: 1,
    summary: 'Unmount all pens, or one of them.',
    load: async () => (await import('./commands/pen.js')).ejectPens,
  },
  {
    words: 'pen simulate',
    operands: 'DIR',
    least: 1,
    most: 1,
    summary: 'Create a folder that acts as a pen, to try things without one. Name it in pen_paths.',
    load: async () => (await import('./commands/pen.js')).simulate,
  },
  {
    words: 'config set',
    operands: 'NAME VALUE',
    least: 2,
    most: 2,
    summary:
      'Write a setting into the configuration file, including settings that the pages may not change. A running ' +
      'daemon applies it at once where it can.',
    load: async () => (await import('./commands/config-set.js')).setConfig,
  },
  {
    words: 'config unset',
    operands: 'NAME',
    least: 1,
    most: 1,
    summary: 'Give a setting its default value in the configuration file.',
    load: async () => (await import('./commands/config-set.js')).unsetConfig,
  },
  {
    words: 'config',
    operands: '',
    least: 0,
    most: 0,
    options: json,
    summary: 'Print the configuration in force and the source of each value.',
    load: async () => (await import('./commands/config.js')).printConfig,
  },
  {
    words: 'password',
    operands: '',
    least: 0,
    most: 0,
    summary: 'Ask for a new password, or read it from standard input, and store its hash. All logins end.',
    load: async () => (await import('./commands/password.js')).setPassword,
  },
  {
    words: 'completion',
    operands: 'bash|zsh|fish',
    least: 1,
    most: 1,
    summary: 'Print the script with which a shell completes commands and options.',
    load: async () => (await import('./commands/completion.js')).printCompletion,
  },
];
