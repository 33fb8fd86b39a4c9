/** Every command; each is loaded when it is asked for, so that `--version` does not wait for a web server. */
import type { Command } from './invocation.js';

export interface CommandInfo {
  words: string;
  /** As the usage line shows them. */
  operands: string;
  least: number;
  most: number;
  summary: string;
  json?: boolean;
  /** Whether it knows `--out`. */
  out?: boolean;
  /** Whether it knows `--system`. */
  system?: boolean;
  /** Whether it knows `--dpi`. */
  dpi?: boolean;
  /** Whether it knows `--export`. */
  export?: boolean;
  /** Whether it knows `--conference` and `--year`. */
  given?: boolean;
  load: () => Promise<Command>;
}

const run: CommandInfo = {
  words: 'run',
  operands: '',
  least: 0,
  most: 0,
  summary: 'Runs the daemon, until it is told to stop. This is the default.',
  load: async () => (await import('./commands/run.js')).runDaemon,
};

/** The first is the default. */
export const commands: readonly [CommandInfo, ...CommandInfo[]] = [
  run,
  {
    words: 'import',
    operands: 'PATH...',
    least: 1,
    most: Infinity,
    summary: 'Imports folders, ZIP files and audio files into the library, without a daemon. The sources stay.',
    load: async () => (await import('./commands/import.js')).importSources,
  },
  {
    words: 'import-ttmp32gme',
    operands: 'DIR [now]',
    least: 1,
    most: 2,
    summary:
      'Says what becomes of a library of ttmp32gme, 1.x or 2.x, in the folder with its config.sqlite; with now takes ' +
      'it over: numbers, titles, order, covers, modes and print settings. Theirs is left as it is.',
    load: async () => (await import('./commands/import-ttmp32gme.js')).importTheirs,
  },
  {
    words: 'backup',
    operands: 'FILE',
    least: 1,
    most: 1,
    summary:
      'Writes all albums with their numbers and settings into one new file, or into one of the day in a folder; also ' +
      'while the daemon runs. Ends with 1 where something of an album is gone.',
    load: async () => (await import('./commands/backup.js')).backUpLibrary,
  },
  {
    words: 'restore',
    operands: 'FILE',
    least: 1,
    most: 1,
    summary:
      'Adds the albums of such a file to the library, also while the daemon runs. Nothing that is here is changed, ' +
      'and what is here already is left alone; ends with 1 where an album could not be taken.',
    load: async () => (await import('./commands/restore.js')).restoreLibrary,
  },
  {
    words: 'library accept',
    operands: '',
    least: 0,
    most: 0,
    summary:
      'Takes what is in library_path as the library: another one than before, or a new one in an empty folder. ' +
      'For when the former library is gone for good.',
    load: async () => (await import('./commands/library.js')).acceptLibrary,
  },
  {
    words: 'library check',
    operands: '[all]',
    least: 0,
    most: 1,
    summary: 'Says whether the library is whole; with all it reads every file, too.',
    load: async () => (await import('./commands/library.js')).checkTheLibrary,
  },
  {
    words: 'library rebuild',
    operands: '',
    least: 0,
    most: 0,
    summary: 'Makes the records of the library anew of the folders of its albums, for when library.json is lost.',
    load: async () => (await import('./commands/library.js')).rebuildLibrary,
  },
  {
    words: 'gme info',
    operands: 'FILE',
    least: 1,
    most: 1,
    summary: 'Says what is in a GME file.',
    load: async () => (await import('./commands/gme-info.js')).printGmeInfo,
  },
  {
    words: 'gme dump',
    operands: 'FILE',
    least: 1,
    most: 1,
    summary: 'Prints all scripts of a GME file.',
    load: async () => (await import('./commands/gme-dump.js')).printGmeDump,
  },
  {
    words: 'gme play',
    operands: 'FILE [CODE...]',
    least: 1,
    most: Infinity,
    json: true,
    out: true,
    summary:
      'Says what a pen does when these codes are tapped, or those on standard input; 2s between them is a pause. ' +
      'With --json one object a line; with --out=DIR the sounds that are heard.',
    load: async () => (await import('./commands/gme-play.js')).playGme,
  },
  {
    words: 'gme export',
    operands: 'UID DIR',
    least: 2,
    most: 2,
    summary: 'Writes an album of the library as a project (YAML and audio) for the public assembler.',
    load: async () => (await import('./commands/gme-export.js')).exportGmeProject,
  },
  {
    words: 'oid read',
    operands: 'IMAGE...',
    least: 1,
    most: Infinity,
    json: true,
    dpi: true,
    summary:
      'Says which codes are on printed pages, where, and what is wrong with the print: scans, PNG or JPEG, of ' +
      '300 dpi and more. With --json one object a picture; --dpi=N says the resolution of the scan.',
    load: async () => (await import('./commands/oid-read.js')).readPictures,
  },
  {
    words: 'pen status',
    operands: '',
    least: 0,
    most: 0,
    json: true,
    summary: 'Says which pens are plugged in and what is on them. With --json as JSON.',
    load: async () => (await import('./commands/pen.js')).printPens,
  },
  {
    words: 'pen sync',
    operands: '[PEN]',
    least: 0,
    most: 1,
    summary: 'Copies what is chosen onto the pens that are plugged in, or onto one of them.',
    load: async () => (await import('./commands/pen.js')).syncPens,
  },
  {
    words: 'pen eject',
    operands: '[PEN]',
    least: 0,
    most: 1,
    summary: 'Unmounts the pens, or one of them.',
    load: async () => (await import('./commands/pen.js')).ejectPens,
  },
  {
    words: 'pen simulate',
    operands: 'DIR',
    least: 1,
    most: 1,
    summary: 'Makes a folder that is a pen, to try things without one. Name it in pen_paths.',
    load: async () => (await import('./commands/pen.js')).simulate,
  },
  {
    words: 'papers import',
    operands: 'FILE|URL...',
    least: 1,
    most: Infinity,
    json: true,
    given: true,
    summary:
      'Puts papers into the paper database: JSON, JSON Lines, CSV, BibTeX, RIS, EndNote, PubMed, Web of Science, ' +
      'XML or SQLite, from files or https addresses. --conference=NAME and --year=YEAR say what a file does not. ' +
      'Says what was mended, and what was not taken.',
    load: async () => (await import('./commands/papers.js')).importFiles,
  },
  {
    words: 'papers search',
    operands: 'QUERY...',
    least: 1,
    most: Infinity,
    json: true,
    summary: 'Finds papers by meaning, by author and by field:"value".',
    load: async () => (await import('./commands/papers-search.js')).searchPapers,
  },
  {
    words: 'papers like',
    operands: 'UID',
    least: 1,
    most: 1,
    json: true,
    given: true,
    summary:
      'Finds more like one paper, by the uid that a search says. --conference=NAME and --year=YEAR keep to those ' +
      'papers.',
    load: async () => (await import('./commands/papers.js')).findLike,
  },
  {
    words: 'papers status',
    operands: '',
    least: 0,
    most: 0,
    json: true,
    summary: 'Says how many papers there are and how many are embedded.',
    load: async () => (await import('./commands/papers.js')).printStatus,
  },
  {
    words: 'papers embed',
    operands: '[all]',
    least: 0,
    most: 1,
    json: true,
    summary: 'Embeds what is missing now; with all everything anew, with the current model.',
    load: async () => (await import('./commands/papers.js')).embed,
  },
  {
    words: 'papers saved',
    operands: '',
    least: 0,
    most: 0,
    json: true,
    export: true,
    summary:
      'Lists the saved papers with their notes, newest first. With --export=bibtex, ris, markdown or csv it prints ' +
      'them as such a file.',
    load: async () => (await import('./commands/papers-saved.js')).printSaved,
  },
  {
    words: 'papers export',
    operands: 'CONFERENCE YEAR FILE',
    least: 3,
    most: 3,
    summary: 'Writes the embeddings of a conference and year to a new file.',
    load: async () => (await import('./commands/papers.js')).exportEmbeddings,
  },
  {
    words: 'papers import-embeddings',
    operands: 'FILE CONFERENCE YEAR',
    least: 3,
    most: 3,
    summary: 'Puts such a file in place of what is stored of that conference and year.',
    load: async () => (await import('./commands/papers.js')).importEmbeddings,
  },
  {
    words: 'mcp',
    operands: '',
    least: 0,
    most: 0,
    summary:
      'Lets an assistant search the papers, by the Model Context Protocol on standard input and output; the ' +
      'assistant starts it. Also while the daemon runs.',
    load: async () => (await import('./commands/mcp.js')).serveAssistants,
  },
  {
    words: 'config set',
    operands: 'NAME VALUE',
    least: 2,
    most: 2,
    summary:
      'Writes a setting into the file, also one that the pages may not change. ' +
      'A daemon that runs goes by it at once, where it can.',
    load: async () => (await import('./commands/config-set.js')).setConfig,
  },
  {
    words: 'config',
    operands: '',
    least: 0,
    most: 0,
    json: true,
    summary: 'Prints the configuration in force and where each value comes from. With --json as JSON.',
    load: async () => (await import('./commands/config.js')).printConfig,
  },
  {
    words: 'password',
    operands: '',
    least: 0,
    most: 0,
    summary: 'Asks for a new password, or reads it from standard input, and keeps its hash. All logins end.',
    load: async () => (await import('./commands/password.js')).setPassword,
  },
  {
    words: 'completion',
    operands: 'bash|zsh|fish',
    least: 1,
    most: 1,
    summary: 'Prints what a shell reads to complete commands and options.',
    load: async () => (await import('./commands/completion.js')).printCompletion,
  },
  {
    words: 'service install',
    operands: '[--system]',
    least: 0,
    most: 0,
    system: true,
    summary:
      'Has the system start the daemon at every login, with the options given here. With --system (on Linux, for ' +
      'root) it runs from boot on as a user of its own, and mounts pens by itself.',
    load: async () => (await import('./commands/service.js')).installService,
  },
  {
    words: 'service uninstall',
    operands: '[--system]',
    least: 0,
    most: 0,
    system: true,
    summary: 'Undoes that.',
    load: async () => (await import('./commands/service.js')).uninstallService,
  },
  {
    words: 'service status',
    operands: '[--system]',
    least: 0,
    most: 0,
    system: true,
    summary: 'Says whether the service is installed and runs, and why not.',
    load: async () => (await import('./commands/service.js')).printServiceStatus,
  },
  {
    words: 'service logs',
    operands: '[--system] [follow]',
    least: 0,
    most: 1,
    system: true,
    summary: 'Shows what the service has said last; with follow also what it says from now on.',
    load: async () => (await import('./commands/service.js')).printServiceLogs,
  },
  {
    words: 'service restart',
    operands: '[--system]',
    least: 0,
    most: 0,
    system: true,
    summary: 'Ends the service, and starts it again.',
    load: async () => (await import('./commands/service.js')).restartService,
  },
];
