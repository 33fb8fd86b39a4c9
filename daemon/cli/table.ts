/** The commands of the core. Each is loaded on demand, so that `--version` does not load a web server. */
import type { CommandInfo, Commands } from './command-info.js';
import { json } from './options.js';

const run: CommandInfo = {
  words: 'run',
  operands: '',
  group: 'run',
  summary: 'Run the daemon until it is stopped. This is the default: "tonstift" alone does the same.',
  examples: ['tonstift', 'tonstift run --port=10021 --open-browser', 'tonstift run --home=~/Tonstift'],
  docs: 'docs/configuration.md',
  load: async () => (await import('./commands/run.js')).runDaemon,
};

export const coreCommands: Commands = [
  run,
  {
    words: 'import',
    operands: 'PATH...',
    group: 'albums',
    summary:
      'Import folders, ZIP files and audio files. If the daemon runs, the command sends it the files. The sources ' +
      'stay.',
    options: json,
    examples: ['tonstift import "Music/My album"', 'tonstift import ~/Downloads/*.zip'],
    docs: 'docs/library.md',
    load: async () => (await import('./commands/import.js')).importSources,
  },
  {
    words: 'library accept',
    operands: '',
    group: 'albums',
    summary:
      'Use the contents of library_path as the library: another library, or a new one in an empty folder. For when ' +
      'the former library is lost.',
    examples: ['tonstift library accept', 'tonstift library accept --library-path=/media/disk/library'],
    docs: 'docs/library.md',
    load: async () => (await import('./commands/library.js')).acceptLibrary,
  },
  {
    words: 'library check',
    operands: '[all]',
    group: 'albums',
    options: json,
    summary: 'Check whether the library is complete; with all, read every file. Exits with 1 if something is wrong.',
    examples: ['tonstift library check', 'tonstift library check all --json'],
    docs: 'docs/library.md',
    load: async () => (await import('./commands/library-check.js')).checkTheLibrary,
  },
  {
    words: 'library rebuild',
    operands: '',
    group: 'albums',
    summary:
      'Rebuild the records of the library from its album folders, for when library.json is lost. Stop the daemon ' +
      'first.',
    examples: ['tonstift library rebuild'],
    docs: 'docs/library.md',
    load: async () => (await import('./commands/library.js')).rebuildLibrary,
  },
  {
    words: 'pen status',
    operands: '',
    group: 'pen',
    options: json,
    summary: 'Print which pens are plugged in and what is on them.',
    examples: ['tonstift pen status', 'tonstift pen status --json'],
    docs: 'docs/pens.md',
    load: async () => (await import('./commands/pen.js')).printPens,
  },
  {
    words: 'pen sync',
    operands: '[PEN]',
    group: 'pen',
    options: json,
    summary:
      'Copy the chosen albums to all pens that are plugged in, or to one of them. Exits with 0 once everything is on ' +
      'the pen.',
    examples: ['tonstift pen sync', "tonstift pen sync 'Mia'"],
    docs: 'docs/pens.md',
    load: async () => (await import('./commands/pen.js')).syncPens,
  },
  {
    words: 'pen eject',
    operands: '[PEN]',
    group: 'pen',
    summary: 'Unmount all pens, or one of them.',
    examples: ['tonstift pen eject'],
    docs: 'docs/pens.md',
    load: async () => (await import('./commands/pen.js')).ejectPens,
  },
  {
    words: 'pen simulate',
    operands: 'DIR',
    group: 'pen',
    summary: 'Create a folder that acts as a pen, to try things without one. Name it in pen_paths.',
    examples: ['tonstift pen simulate /tmp/pen', 'tonstift run --pen-paths=/tmp/pen'],
    docs: 'docs/pens.md',
    load: async () => (await import('./commands/pen.js')).simulate,
  },
  {
    words: 'gme info',
    operands: 'FILE',
    group: 'pen',
    options: json,
    summary: 'Print the contents of a GME file. Exits with 1 if its checksum is wrong.',
    examples: ['tonstift gme info album.gme', 'tonstift gme info album.gme --json'],
    docs: 'docs/gme.md',
    load: async () => (await import('./commands/gme-info.js')).printGmeInfo,
  },
  {
    words: 'gme dump',
    operands: 'FILE',
    group: 'pen',
    summary: 'Print all scripts of a GME file.',
    examples: ['tonstift gme dump album.gme'],
    docs: 'docs/gme.md',
    load: async () => (await import('./commands/gme-dump.js')).printGmeDump,
  },
  {
    words: 'gme export',
    operands: 'UID DIR',
    group: 'pen',
    summary: 'Write an album as a project (YAML and audio) for tttool. UID is the number of the album.',
    examples: ['tonstift gme export 920 project'],
    docs: 'docs/gme.md',
    load: async () => (await import('./commands/gme-export.js')).exportGmeProject,
  },
  {
    words: 'config',
    operands: '',
    group: 'help',
    options: json,
    summary: 'Print the settings in force. It says where each is set.',
    examples: ['tonstift config', 'tonstift config --json'],
    docs: 'docs/configuration.md',
    load: async () => (await import('./commands/config.js')).printConfig,
  },
  {
    words: 'config set',
    operands: 'NAME VALUE',
    group: 'help',
    summary:
      'Write a setting into the configuration file, including settings that the pages may not change. A running ' +
      'daemon applies it at once where it can.',
    examples: ['tonstift config set pen_language FRENCH', 'tonstift config set backup_folder /media/disk/backups'],
    docs: 'docs/configuration.md',
    load: async () => (await import('./commands/config-set.js')).setConfig,
  },
  {
    words: 'config unset',
    operands: 'NAME',
    group: 'help',
    summary:
      'Remove a setting from the configuration file, so that its default applies. A running daemon applies it at once.',
    examples: ['tonstift config unset pen_language'],
    docs: 'docs/configuration.md',
    load: async () => (await import('./commands/config-set.js')).unsetConfig,
  },
  {
    words: 'password',
    operands: '',
    group: 'help',
    summary: 'Set a password. Asks for it, or reads it from standard input, and stores its hash. All logins end.',
    examples: ['tonstift password', 'tonstift password < password.txt'],
    docs: 'docs/phone.md',
    load: async () => (await import('./commands/password.js')).setPassword,
  },
  {
    words: 'completion',
    operands: 'bash|zsh|fish',
    group: 'help',
    summary: 'Print a completion script for a shell. The shell then completes commands and options.',
    examples: [
      'tonstift completion bash > ~/.local/share/bash-completion/completions/tonstift',
      'tonstift completion fish > ~/.config/fish/completions/tonstift.fish',
    ],
    docs: 'docs/platforms.md',
    load: async () => (await import('./commands/completion.js')).printCompletion,
  },
  {
    words: 'man',
    operands: '',
    group: 'help',
    summary: 'Print the manual page, for man(1). For when "man tonstift" finds nothing.',
    examples: ['tonstift man > tonstift.1 && man ./tonstift.1'],
    docs: 'docs/platforms.md',
    load: async () => (await import('./commands/man.js')).printManual,
  },
];
