/** Installs the daemon as a service of systemd or launchd. */
import type { Option } from '../../cli/options.js';
import type { Feature } from '../../feature.js';

const system = {
  system: { help: 'Acts on the service of the whole system (Linux, as root), not of this user.' },
} as const satisfies Record<string, Option>;

declare module '../../cli/options.js' {
  interface OptionValues {
    system?: true;
  }
}

export const service: Feature = {
  name: 'service',
  commands: [
    {
      words: 'service install',
      operands: '[--system]',
      least: 0,
      most: 0,
      options: system,
      summary:
        'Start the daemon at every login, with the options given here. With --system (Linux, as root), start it at ' +
        'boot as its own user, and mount pens automatically.',
      load: async () => (await import('./service-commands.js')).installService,
    },
    {
      words: 'service uninstall',
      operands: '[--system]',
      least: 0,
      most: 0,
      options: system,
      summary: 'Remove the service.',
      load: async () => (await import('./service-commands.js')).uninstallService,
    },
    {
      words: 'service status',
      operands: '[--system]',
      least: 0,
      most: 0,
      options: system,
      summary: 'Print whether the service is installed and runs, and if not, why.',
      load: async () => (await import('./service-commands.js')).printServiceStatus,
    },
    {
      words: 'service logs',
      operands: '[--system] [follow]',
      least: 0,
      most: 1,
      options: system,
      summary: 'Print the last lines of the service log; with follow, keep printing new ones.',
      load: async () => (await import('./service-commands.js')).printServiceLogs,
    },
    {
      words: 'service restart',
      operands: '[--system]',
      least: 0,
      most: 0,
      options: system,
      summary: 'Restart the service.',
      load: async () => (await import('./service-commands.js')).restartService,
    },
  ],
};
