/** Generates `docs/configuration.md` from the field table. */
import { groupTitles, type FieldGroup, type Guard } from './field.js';
import { defaultOf, environmentOf, fieldNames, fieldOf, flagOf, type FieldName } from './fields.js';
import { stagingFolder, type Places } from './places.js';

/** The places if neither XDG variables nor a home are set. */
export const usualPlaces: Places = {
  data: '~/.local/share/tonstift',
  cache: '~/.local/share/tonstift',
  configFile: '~/.config/tonstift/config.json',
  logs: '~/.local/state/tonstift/logs',
  inbox: '~/Tonstift Inbox',
};

const temporaryFailures =
  'temporary failure: another daemon runs, the daemon does not answer, the port is in use, the disk is full, no pen ' +
  'is plugged in, or the library, a database of papers or the embedding server is away';

export function configurationDocument(): string {
  const groups = Object.keys(groupTitles) as FieldGroup[];
  const [trueWords, falseWords] = ['`true`, `1`, `on`, `yes`', '`false`, `0`, `off`, `no`'];
  return `# Configuration

Every field can be set in four ways. The first in this list wins:

1. an option on the command line, \`--port 10021\`
2. an environment variable, \`TONSTIFT_PORT=10021\` (an empty one counts as not set). Of two names, the one without
   \`TONSTIFT_\` wins: \`PAPER_DB\` before \`TONSTIFT_PAPER_DB\`
3. the configuration file, \`{"port": 10021}\`
4. the default

\`tonstift config\` prints the current values and their sources. \`tonstift config set NAME VALUE\` and the
page *Settings* change the file; \`tonstift config unset NAME\` removes a setting from it. A value that is the default
is not written. Most changes take effect immediately; the others are marked below. If a value is invalid, the daemon
does not start. It lists all invalid values and exits with code 78.

## Paths

| | default | with \`--home DIR\` or \`TONSTIFT_HOME\` |
|---|---|---|
| configuration file | \`${usualPlaces.configFile}\` | \`DIR/config.json\` |
| library, lock | \`${usualPlaces.data}\` | \`DIR\` |
| temporary copies | \`${stagingFolder(usualPlaces)}\` | \`DIR/staging\` |
| log files | \`${usualPlaces.logs}\` | \`DIR/logs\` |
| inbox | \`${usualPlaces.inbox}\` | \`DIR/inbox\` |

\`XDG_CONFIG_HOME\`, \`XDG_DATA_HOME\` and \`XDG_STATE_HOME\` are respected. In paths, \`~\` is your home folder. A
relative path in the file is relative to the file; in options and variables, to the working directory.
\`tonstift config set\` and the page take absolute paths and \`~/…\` only, and \`pen_paths\` always has
absolute paths.

## Fields
${groups.map(groupSection).join('')}
## Values

- Booleans may be written as ${trueWords} and ${falseWords}; on the command line
  \`--open-browser\`, \`--open-browser=false\` and \`--no-open-browser\` work too.
- Set the password with \`tonstift password\`. It asks for it or reads standard input, and stores a hash
  (\`scrypt$…\`) in the file. Plain text in the file works too, and is replaced by a hash at the next save.
  \`--password-file FILE\` reads it from the first line of a file that only you can read (\`chmod 600\`).
  \`--password\` is visible in \`ps\` for a moment.
- \`tonstift password\` and \`tonstift config set\` notify a running daemon of the same account. It applies the change
  immediately if that needs no restart. A new password ends all sessions.
- Passwords and keys in addresses (\`https://KEY@host\`, \`?api-key=KEY\`) are shown as \`********\` everywhere, and
  are kept if they are sent back like that. Backups contain no such addresses, and a restore ignores them.
- Numbers with a fraction may have a point or a comma: \`4.5\`, \`4,5\`.
- Lists are separated by commas; in the file they may be JSON lists.
- Neither inbox nor library may be inside the other. The inbox may be inside the home folder of the program.
  The backup folder and the databases of papers may not be in the inbox, except in a hidden folder of it. None of
  them may be among the temporary copies.
- Unknown fields in the file are kept.

## Exit codes

| | |
|---|---|
| 0 | done |
| 1 | failed, or a check has found something |
| 2 | the command line is invalid |
| 75 | ${temporaryFailures}. Also after *Restart now* |
| 78 | wrong configuration, read-only disk, library of a newer version, or unsupported Node.js or system |
| 130 | Ctrl+C was pressed twice before everything had stopped |

The units of systemd start the program again after 1 and 75, but not after 2 and 78.
`;
}

function groupSection(group: FieldGroup): string {
  const rows = fieldNames
    .filter((name) => fieldOf(name).group === group)
    .map(fieldSection)
    .join('');
  return `\n### ${groupTitles[group]}\n${rows}`;
}

const guardWords: Readonly<Record<Guard, string>> = {
  open: '',
  folder: 'On the page, only a folder that is new, empty or ours.',
  password: 'On the page, only with the current password.',
};

function fieldSection(name: FieldName): string {
  const { help, choices, min, max, needsRestart, environment, guard } = fieldOf(name);
  const words = choices?.map((choice) => (choice === '' ? 'empty' : `\`${choice}\``)).join(', ');
  const facts = [
    `Default: ${defaultText(defaultOf(name, usualPlaces))}.`,
    words === undefined ? '' : `One of ${words}.`,
    min === undefined || max === undefined ? '' : `From ${min} to ${max}.`,
    needsRestart ? 'Takes effect after a restart.' : '',
    guardWords[guard],
  ];
  const alsoNamed = environment === undefined ? '' : ` or \`${environment}\``;
  return `
**\`${name}\`** · \`${flagOf(name)}\` · \`${environmentOf(name)}\`${alsoNamed}

${help}
${facts.filter((fact) => fact !== '').join(' ')}
`;
}

const defaultText = (value: unknown): string =>
  value === '' || (Array.isArray(value) && value.length === 0)
    ? 'empty'
    : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
