/** The service manager of macOS: a launch agent of the user. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ServiceManager, Step } from './manager.js';
import { xmlText } from './quote.js';
import { shipped } from './shipped.js';

/** @param logs the folder of the daemon's own log */
export function launchd(logs: string): ServiceManager {
  const label = 'app.tonstift.daemon';
  const unitPath = join(homedir(), 'Library', 'LaunchAgents', `${label}.plist`);
  const domain = `gui/${process.getuid?.() ?? 0}`;
  /** The output before the daemon's own log is open. */
  const complaints = join(homedir(), 'Library', 'Logs', 'tonstift.err');
  const target = `${domain}/${label}`;
  const bootout: Step = { words: ['launchctl', 'bootout', target], mayFail: true };
  // bootout returns while the daemon still stops. Until it is gone, bootstrap fails with error 5.
  const wait = `for n in $(seq 30); do launchctl print ${target} >/dev/null 2>&1 || break; sleep 1; done`;
  return {
    unitPath,
    beside: new Map(),
    traces: [complaints],
    unit: (command) => {
      const strings = command.map((word) => `    <string>${xmlText(word)}</string>\n`).join('');
      return shipped('launchd', `${label}.plist`)
        .replace('/Users/YOU/Library/Logs/tonstift.err', () => xmlText(complaints))
        .replace(
          /(<key>ProgramArguments<\/key>\s*<array>\n)[^]*?(\s*<\/array>)/,
          (_all, before: string, after: string) => `${before}${strings.trimEnd()}${after}`,
        );
    },
    start: [
      bootout,
      { words: ['sh', '-c', wait], mayFail: true },
      { words: ['launchctl', 'bootstrap', domain, unitPath], starts: true },
    ],
    restart: [{ words: ['launchctl', 'kickstart', '-k', target], starts: true }],
    stop: [bootout],
    afterRemoval: [],
    query: { words: ['launchctl', 'print', target] },
    stateIn({ code, output }) {
      if (code === undefined) return undefined;
      const isRunning = code === 0 && /^\s*state = running$/m.test(output);
      const ended = /^\s*last exit code = (\d+)/m.exec(output)?.[1];
      const words = ended === undefined ? 'It does not run.' : `It does not run; it ended with ${ended}.`;
      return { isRunning, words: isRunning ? 'It runs.' : words };
    },
    logs: (follow) => ({ words: ['tail', '-n', '100', ...(follow ? ['-F'] : []), join(logs, 'tonstift.log')] }),
    lastWords: { words: ['tail', '-n', '5', complaints] },
    needsRoot: false,
    stays: 'The library and the configuration stay.',
  };
}
