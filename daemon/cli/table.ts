/** All commands. Each is loaded on demand, so that `--version` does not load a web server. */
import type { Command } from './invocation.js';
import type { OptionName } from './options.js';

export interface CommandInfo {
  words: string;
  /** As in the usage line. */
  operands: string;
  least: number;
  most: number;
  summary: string;
  /** Names of `commandOptions`. */
  options?: readonly OptionName[];
  load: () => Promise<Command>;
}

const run: CommandInfo = {
  words: 'run',
  operands: '',
  least: 0,
  most: 0,
  summary: 'Run the daemon until it is stopped. This is the default.',
  load: async () => (await import('./commands/run.js')).runDaemon,
};

/** The first one is the default. */
export const commands: readonly [CommandInfo, ...CommandInfo[]] = [
  run,
  {
    words: 'import',
    operands: 'PATH...',
    least: 1,
    most: Infinity,
    summary: 'Import folders, ZIP files and audio files into the library, without a daemon. The sources stay.',
    load: async () => (await import('./commands/import.js')).importSources,
  },
  {
    words: 'import-ttmp32gme',
    operands: 'DIR [now]',
    least: 1,
    most: 2,
    summary:
      'Preview the import of a ttmp32gme library (1.x or 2.x) from the folder with its config.sqlite; add now to ' +
      'run it. Takes numbers, titles, order, covers, modes and print settings, and leaves that library ' +
      'unchanged.',
    load: async () => (await import('../features/takeover/import-ttmp32gme.js')).importTheirs,
  },
  {
    words: 'backup',
    operands: 'FILE',
    least: 1,
    most: 1,
    summary:
      'Write all albums with their numbers and settings into a new file, or into a dated file in a folder. Works ' +
      'while the daemon runs. Exits with 1 if a file of an album is missing.',
    load: async () => (await import('../features/backup/backup-command.js')).backUpLibrary,
  },
  {
    words: 'restore',
    operands: 'FILE',
    least: 1,
    most: 1,
    summary:
      'Add the albums of a backup to the library. Works while the daemon runs. Existing albums do not change. ' +
      'Exits with 1 if an album could not be restored.',
    load: async () => (await import('../features/backup/restore-command.js')).restoreLibrary,
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
    words: 'gme play',
    operands: 'FILE [CODE...]',
    least: 1,
    most: Infinity,
    options: ['json', 'out'],
    summary:
      'Print what a pen does when these codes, or those on standard input, are tapped; 2s between them is a ' +
      'pause. With --json, print one object a line.',
    load: async () => (await import('../features/try/gme-play.js')).playGme,
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
    words: 'oid read',
    operands: 'IMAGE...',
    least: 1,
    most: Infinity,
    options: ['json', 'dpi'],
    summary:
      'Print which codes are on printed pages, where they are, and what is wrong with the print. Reads PNG and ' +
      'JPEG scans of 300 dpi and more. With --json, print one object a picture.',
    load: async () => (await import('../features/scan/oid-read.js')).readPictures,
  },
  {
    words: 'pen status',
    operands: '',
    least: 0,
    most: 0,
    options: ['json'],
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
    words: 'papers import',
    operands: 'FILE|URL...',
    least: 1,
    most: Infinity,
    options: ['json', 'conference', 'year'],
    summary:
      'Import papers from files or https addresses: JSON, JSON Lines, CSV, BibTeX, RIS, EndNote, PubMed, Web of ' +
      'Science, XML or SQLite. --conference and --year fill in what a file does not say. Prints what was ' +
      'corrected and what was rejected.',
    load: async () => (await import('../papers/commands/papers.js')).importFiles,
  },
  {
    words: 'papers search',
    operands: 'QUERY...',
    least: 1,
    most: Infinity,
    options: ['json'],
    summary: 'Find papers by meaning, by author and by field:"value".',
    load: async () => (await import('../papers/commands/papers-search.js')).searchPapers,
  },
  {
    words: 'papers like',
    operands: 'UID',
    least: 1,
    most: 1,
    options: ['json', 'conference', 'year'],
    summary: 'Find papers similar to one, named by its uid in a search. --conference and --year restrict the result.',
    load: async () => (await import('../papers/commands/papers.js')).findLike,
  },
  {
    words: 'papers status',
    operands: '',
    least: 0,
    most: 0,
    options: ['json'],
    summary: 'Print how many papers there are and how many are embedded.',
    load: async () => (await import('../papers/commands/papers.js')).printStatus,
  },
  {
    words: 'papers embed',
    operands: '[all]',
    least: 0,
    most: 1,
    options: ['json'],
    summary: 'Embed missing papers now; with all, embed every paper again with the current model.',
    load: async () => (await import('../papers/commands/papers.js')).embed,
  },
  {
    words: 'papers saved',
    operands: '',
    least: 0,
    most: 0,
    options: ['json', 'export'],
    summary: 'List the saved papers with their notes, newest first.',
    load: async () => (await import('../papers/commands/papers-saved.js')).printSaved,
  },
  {
    words: 'papers export',
    operands: 'CONFERENCE YEAR FILE',
    least: 3,
    most: 3,
    summary: 'Write the embeddings of a conference and year to a new file.',
    load: async () => (await import('../papers/commands/papers.js')).exportEmbeddings,
  },
  {
    words: 'papers import-embeddings',
    operands: 'FILE CONFERENCE YEAR',
    least: 3,
    most: 3,
    summary: 'Replace the stored embeddings of a conference and year with those of an exported file.',
    load: async () => (await import('../papers/commands/papers.js')).importEmbeddings,
  },
  {
    words: 'mcp',
    operands: '',
    least: 0,
    most: 0,
    summary:
      'Let an assistant search the papers, by the Model Context Protocol on standard input and output. The ' +
      'assistant starts this command. Works while the daemon runs.',
    load: async () => (await import('../papers/commands/mcp.js')).serveAssistants,
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
    words: 'config',
    operands: '',
    least: 0,
    most: 0,
    options: ['json'],
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
  {
    words: 'service install',
    operands: '[--system]',
    least: 0,
    most: 0,
    options: ['system'],
    summary:
      'Start the daemon at every login, with the options given here. With --system (Linux, as root), start it at ' +
      'boot as its own user, and mount pens automatically.',
    load: async () => (await import('../features/service/service-commands.js')).installService,
  },
  {
    words: 'service uninstall',
    operands: '[--system]',
    least: 0,
    most: 0,
    options: ['system'],
    summary: 'Remove the service.',
    load: async () => (await import('../features/service/service-commands.js')).uninstallService,
  },
  {
    words: 'service status',
    operands: '[--system]',
    least: 0,
    most: 0,
    options: ['system'],
    summary: 'Print whether the service is installed and runs, and if not, why.',
    load: async () => (await import('../features/service/service-commands.js')).printServiceStatus,
  },
  {
    words: 'service logs',
    operands: '[--system] [follow]',
    least: 0,
    most: 1,
    options: ['system'],
    summary: 'Print the last lines of the service log; with follow, keep printing new ones.',
    load: async () => (await import('../features/service/service-commands.js')).printServiceLogs,
  },
  {
    words: 'service restart',
    operands: '[--system]',
    least: 0,
    most: 0,
    options: ['system'],
    summary: 'Restart the service.',
    load: async () => (await import('../features/service/service-commands.js')).restartService,
  },
];
