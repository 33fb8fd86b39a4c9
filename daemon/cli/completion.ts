/** Generates completion scripts for shells from the tables of fields and commands. Pure. */
import { fieldNames, fieldOf, flagOf } from '../../config/fields.js';
import type { CommandRow } from './command-row.js';
import { generalOptions, type Option } from './options.js';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** The part of a command that completion reads. */
type Words = Pick<CommandRow, 'words' | 'summary' | 'options'>;

const typed = (name: string, { value }: Option): string => `--${name}${value === undefined ? '' : '='}`;
const optionNames = (): string[] => [
  ...Object.entries(generalOptions).map(([name, option]) => typed(name, option)),
  ...fieldNames.map((name) => (fieldOf(name).type === 'boolean' ? flagOf(name) : `${flagOf(name)}=`)),
];

/** The options that take a value, which may be the next word, as in `--home DIR`. */
const valued = (commands: readonly Words[]): string[] => {
  const options = [generalOptions, ...commands.map(({ options: own = {} }) => own)].flatMap(Object.entries<Option>);
  const named = options.filter(([, { value }]) => value !== undefined).map(([name]) => `--${name}`);
  return [...new Set([...named, ...fieldNames.filter((name) => fieldOf(name).type !== 'boolean').map(flagOf)])];
};

/** Maps the words typed so far to the words that may follow. */
function nextWords(commands: readonly Words[]): Map<string, string[]> {
  const next = new Map<string, string[]>();
  const add = (before: string, word: string): void => {
    const known = next.get(before) ?? [];
    if (!known.includes(word)) next.set(before, [...known, word]);
  };
  for (const { words } of commands) {
    const parts = words.split(' ');
    parts.forEach((word, at) => add(parts.slice(0, at).join(' '), word));
  }
  return next;
}

/** Options with known values: `--pen-language=` and its languages. */
const choices = (): [string, readonly string[]][] =>
  fieldNames.flatMap((name) => {
    const { choices: known } = fieldOf(name);
    return known === undefined ? [] : [[flagOf(name), known.filter((word) => word !== '')]];
  });

/** Returns a completion script. It completes files if no word is known. */
export function completionFor(shell: Shell, commands: readonly Words[]): string {
  const helps = commands.map(({ words, summary }) => ({ words: `help ${words}`, summary }));
  const all = [...commands, ...helps];
  return shell === 'fish' ? forFish(all) : forBash(all, shell === 'zsh');
}

function forBash(commands: readonly Words[], isZsh: boolean): string {
  const cases = [...nextWords(commands)].map(
    ([before, words]) => `    ${JSON.stringify(before)}) words='${words.join(' ')}' ;;`,
  );
  const own = commands.flatMap(({ words, options }) => {
    const names = Object.entries(options ?? {}).map(([name, option]) => typed(name, option));
    return names.length === 0 ? [] : [`      "${words} "*) words="$words ${names.join(' ')}" ;;`];
  });
  const known = choices().map(([flag, words]) => `    ${flag}) words='${words.join(' ')}' ;;`);
  const values = valued(commands).join(' | ');
  const head = isZsh
    ? ['#compdef tonstift', 'autoload -U +X bashcompinit && bashcompinit', '# Completion of tonstift for zsh']
    : ['# Completion of tonstift for bash'];
  return `${head.join('\n')}, made by "tonstift completion".
_tonstift() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before='' words='' word last='' at
  # bash splits words at an equals sign.
  if [ "$current" = '=' ]; then current=''; at=1
  else
    case "\${COMP_WORDS[COMP_CWORD-1]}" in '=') at=2 ;; ${values}) at=1 ;; esac
  fi
  if [ -n "\${at:-}" ]; then
    case "\${COMP_WORDS[COMP_CWORD-at]}" in
${known.join('\n')}
    esac
  else
    for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
      case "$last" in
      # A value of an option.
      '=' | ${values}) ;;
      *) case "$word" in -* | *=) ;; *) before="\${before:+$before }$word" ;; esac ;;
      esac
      last="$word"
    done
    case "$current" in
    -*)
      words='${optionNames().join(' ')}'
      case "$before " in
${own.join('\n')}
      esac
      ;;
    *)
      case "$before" in
${cases.map((line) => `  ${line}`).join('\n')}
      esac
      ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case "\${COMPREPLY[0]:-}" in *=) compopt -o nospace 2>/dev/null || : ;; esac
}
# The shell completes files itself, whose names may have spaces.
complete -o default -o filenames -F _tonstift tonstift
`;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** @param when a condition in the shell's syntax */
const fishOption = (name: string, { value, short, help }: Option, when = ''): string =>
  `complete -c tonstift${when}${short === undefined ? '' : ` -s ${short}`} -l ${name}` +
  `${value === undefined ? '' : ' -r'} -d ${quoted(help)}`;

function forFish(commands: readonly Words[]): string {
  const lines = [...nextWords(commands)].flatMap(([before, words]) =>
    words.map((word) => {
      const exact = commands.find((one) => one.words === `${before} ${word}`.trim());
      const about = exact === undefined ? '' : ` -d ${quoted(exact.summary)}`;
      return `complete -c tonstift -n ${quoted(`__tonstift_after ${before}`.trim())} -f -a ${quoted(word)}${about}`;
    }),
  );
  const options = fieldNames.map((name) => {
    const { type, help, choices: known } = fieldOf(name);
    const value = type === 'boolean' ? '' : known === undefined ? ' -r' : ` -x -a ${quoted(known.join(' '))}`;
    return `complete -c tonstift -l ${flagOf(name).slice(2)}${value} -d ${quoted(help)}`;
  });
  const own = commands.flatMap(({ words, options: theirs = {} }) =>
    Object.entries(theirs).map(([name, option]) => fishOption(name, option, ` -n ${quoted(`__tonstift_in ${words}`)}`)),
  );
  const general = Object.entries(generalOptions).map(([name, option]) => fishOption(name, option));
  return `# Completion of tonstift for fish, made by "tonstift completion".
function __tonstift_typed
    set -l last
    for word in (commandline -opc)[2..-1]
        if not contains -- "$last" ${valued(commands).join(' ')}; and not string match -q -- '-*' $word
            echo $word
        end
        set last $word
    end
end
function __tonstift_after
    set -l typed (__tonstift_typed)
    test "$typed" = "$argv"
end
function __tonstift_in
    set -l typed (__tonstift_typed)
    string match -q -- "$argv *" "$typed "
end
${[...lines, ...options, ...own, ...general].join('\n')}
`;
}
