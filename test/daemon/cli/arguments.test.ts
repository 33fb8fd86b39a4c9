import { describe, expect, it } from '@jest/globals';
import { allCommands } from '../../support/features.js';
import { parseArguments, problem } from './usage.js';

/** The second words of the commands on GME files; features add theirs. */
const ofGme = allCommands.flatMap(({ words }) => /^gme (.+)/.exec(words)?.[1] ?? []).join(', ');

describe('parseArguments', () => {
  it('runs the daemon by default', () => {
    expect(parseArguments([]).command.words).toBe('run');
    expect(parseArguments(['--port', '1', 'run']).command.words).toBe('run');
  });

  it('reads every way to write an option', () => {
    const { flags, home } = parseArguments([
      '--inbox-path=/a b',
      '--port',
      '10021',
      '--open-browser=false',
      '--allow-unauthenticated',
      '--home',
      'x',
      '--pen-language=',
    ]);
    expect(flags).toEqual({
      inbox_path: '/a b',
      port: '10021',
      open_browser: 'false',
      allow_unauthenticated: 'true',
      pen_language: '',
    });
    expect(home).toBe('x');
    expect(parseArguments(['--no-open-browser']).flags).toEqual({ open_browser: 'false' });
    expect(parseArguments(['--inbox-settle-seconds=-1']).flags).toEqual({ inbox_settle_seconds: '-1' });
    expect(parseArguments(['--port=1', '--port=2']).flags).toEqual({ port: '2' });
    expect(parseArguments(['--allowed-hosts=a,b', '--allowed-hosts', 'c']).flags).toEqual({
      allowed_hosts: ['a,b', 'c'],
    });
  });

  it('reads the options of a command, and only of that one', () => {
    expect(parseArguments(['config', '--json']).options).toEqual({ json: true });
    expect(problem('password', '--json')).toContain('"tonstift password" has no option --json.');
  });

  it('takes what is behind -- for names', () => {
    expect(parseArguments(['import', '--port=1', '--', '--port=2', '-x']).operands).toEqual(['--port=2', '-x']);
    expect(parseArguments(['import', 'run', 'config']).operands).toEqual(['run', 'config']);
    expect(parseArguments(['gme', 'export', '920', 'dir'])).toMatchObject({
      command: { words: 'gme export' },
      operands: ['920', 'dir'],
    });
  });

  it('helps in every position', () => {
    for (const words of [['-h'], ['--help'], ['help'], ['gme', '--help'], ['import', '--help']])
      expect(parseArguments(words).help).toBeDefined();
    const helped = (...words: string[]): unknown => parseArguments(words).help?.map((command) => command.words);
    expect(helped('--help')).toEqual([]);
    expect(helped('gme', 'info', 'x.gme', '-h')).toEqual(['gme info']);
    expect(helped('config', 'set', '--help')).toEqual(['config set']);
    expect(helped('help', 'config')).toEqual(['config']);
    expect(helped('help', 'help')).toEqual([]);
    expect(problem('help', 'confg')).toBe('Unknown command "confg". Did you mean config?');
    expect(helped('help', 'pen')).toEqual(['pen status', 'pen sync', 'pen eject', 'pen simulate']);
    expect(parseArguments(['-v']).version).toBe(true);
  });

  it.each([
    [['--prot=1'], 'Unknown option --prot. Did you mean --port?'],
    [['--nonsense'], 'Unknown option --nonsense. Type "tonstift --help" for help.'],
    [['--inbox_path=x'], 'Unknown option --inbox_path. Did you mean --inbox-path?'],
    [['--__proto__'], 'Unknown option --__proto__. Type "tonstift --help" for help.'],
    [['-q'], 'Unknown option -q. Type "tonstift --help" for help.'],
    [['--no-port'], 'Unknown option --no-port. Type "tonstift --help" for help.'],
    [['--port'], '--port needs a value. Write --port=VALUE.'],
    [['--port', '--host', 'x'], '--port needs a value. Write --port=VALUE.'],
    [['--port', '-5'], '--port needs a value. Write --port=-5.'],
    [['--home='], '--home needs a folder. Type "tonstift --help" for help.'],
    [['--open-browser', 'false'], 'Unknown command "false". Type "tonstift --help" for help.'],
    [['--no-open-browser=1'], '--no-open-browser takes no value. Type "tonstift --help" for help.'],
    [['--help=1'], '--help takes no value. Type "tonstift --help" for help.'],
    [['confg'], 'Unknown command "confg". Did you mean config?'],
    [['helpp'], 'Unknown command "helpp". Did you mean help?'],
    [['config', 'x'], '"tonstift config" does not accept "x". Usage: tonstift config'],
    [['import'], '"tonstift import" needs PATH. Usage: tonstift import PATH...'],
    [['gme'], `"tonstift gme" needs one of ${ofGme}. Type "tonstift help gme" for help.`],
    [['gme', 'eat'], `"tonstift gme" needs one of ${ofGme}, not "eat". Type "tonstift help gme" for help.`],
    [['run', '--json'], '"tonstift run" has no option --json. Type "tonstift help run" for help.'],
  ])('refuses %j', (words, sentence) => {
    expect(problem(...words)).toBe(sentence);
  });
});
