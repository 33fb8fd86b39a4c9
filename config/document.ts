/** `docs/configuration.md`, made of the field table. */
import { groupTitles, type FieldGroup, type Guard } from './field.js';
import { defaultOf, environmentOf, fieldNames, fieldOf, flagOf, type FieldName } from './fields.js';
import type { Places } from './places.js';

/** As they are where neither XDG variables nor a home are set. */
export const usualPlaces: Places = {
  data: '~/.local/share/tonstift',
  cache: '~/.local/share/tonstift',
  configFile: '~/.config/tonstift/config.json',
  logs: '~/.local/state/tonstift/logs',
  inbox: '~/Tonstift Inbox',
};

export function configurationDocument(): string {
  const groups = Object.keys(groupTitles) as FieldGroup[];
  const [trueWords, falseWords] = ['`true`, `1`, `on`, `yes`', '`false`, `0`, `off`, `no`'];
  return `# Configuration

Every field can be set in four ways. The first that sets it rules:

1. an option on the command line, \`--port 10021\`
2. an environment variable, \`TONSTIFT_PORT=10021\` (an empty one counts as not set)
3. the configuration file, \`{"port": 10021}\`
4. the default

\`tonstift config\` prints what is in force and where each value comes from. \`tonstift config set NAME VALUE\` and the
page *Settings* change the file; most changes are in force at once, the others are marked below. A wrong value
keeps the daemon from starting:
it names all of them and ends with exit code 78.

## Where things are

| | usually | with \`--home DIR\` or \`TONSTIFT_HOME\` |
|---|---|---|
| configuration file | \`${usualPlaces.configFile}\` | \`DIR/config.json\` |
| library, lock | \`${usualPlaces.data}\` | \`DIR\` |
| log files | \`${usualPlaces.logs}\` | \`DIR/logs\` |
| inbox | \`${usualPlaces.inbox}\` | \`DIR/inbox\` |

\`XDG_CONFIG_HOME\`, \`XDG_DATA_HOME\` and \`XDG_STATE_HOME\` are respected. In paths, \`~\` is your home folder. A
relative path in the file is relative to the file, elsewhere to the working folder.

## Fields
${groups.map(groupSection).join('')}
## Values

- true or false may be written ${trueWords} and ${falseWords}; on the command line
  \`--open-browser\`, \`--open-browser=false\` and \`--no-open-browser\` do as well.
- The password is best set with \`tonstift password\`, which asks for it or reads standard input, and keeps a hash
  (\`scrypt$…\`) in the file. Plain text there is taken too, and becomes a hash at the next save.
  \`--password-file FILE\` reads it from the first line of a file that nobody else may read (\`chmod 600\`);
  \`--password\` can be seen in \`ps\` for a moment.
- \`tonstift password\` and \`tonstift config set\` reach a daemon of the same account that runs: it goes by the change
  at once, where it needs no restart. A new password ends all logins.
- Passwords and keys in addresses (\`https://KEY@host\`, \`?api-key=KEY\`) are shown as \`********\` everywhere, and
  are kept when they come back like that. No backup holds an address, and no restore takes one.
- Lists are separated by commas; in the file they may be JSON lists.
- Inbox and library must not lie in each other. The inbox may lie in the home.
- Fields in the file that this version does not know are left alone.

## Exit codes

| | |
|---|---|
| 0 | done |
| 1 | failed |
| 2 | the command line cannot be understood |
| 75 | not now: another daemon runs, the port is taken, the disk is full; try again later. Also after *Restart now* |
| 78 | the configuration is wrong, or the library is of a newer version of the program |
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
  folder: 'On a page only a folder that is new, empty or ours.',
  password: 'On a page only with the password given again.',
};

function fieldSection(name: FieldName): string {
  const { help, choices, min, max, needsRestart, environment, guard } = fieldOf(name);
  const words = choices?.map((choice) => (choice === '' ? 'empty' : `\`${choice}\``)).join(', ');
  const facts = [
    `Default: ${defaultText(defaultOf(name, usualPlaces))}.`,
    words === undefined ? '' : `One of ${words}.`,
    min === undefined || max === undefined ? '' : `From ${min} to ${max}.`,
    needsRestart ? 'In force after a restart.' : '',
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
