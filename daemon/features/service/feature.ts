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
      operands: '',
      group: 'run',
      options: system,
      summary:
        'Start the daemon at every login, with the options given here. With --system (Linux, as root), start it at ' +
        'boot as its own user, and mount pens automatically.',
      examples: [
        'tonstift service install',
        'tonstift service install --port=10021',
        'sudo tonstift service install --system',
      ],
      docs: 'service-units/systemd/README.md',
      load: async () => (await import('./service-commands.js')).installService,
    },
    {
      words: 'service uninstall',
      operands: '',
      group: 'run',
      options: system,
      summary: 'Remove the service.',
      examples: ['tonstift service uninstall'],
      docs: 'service-units/systemd/README.md',
      load: async () => (await import('./service-commands.js')).uninstallService,
    },
    {
      words: 'service status',
      operands: '',
      group: 'run',
      options: system,
      summary: 'Print whether the service is installed and runs, and if not, why.',
      examples: ['tonstift service status'],
      docs: 'docs/troubleshooting.md',
      load: async () => (await import('./service-commands.js')).printServiceStatus,
    },
    {
      words: 'service logs',
      operands: '[follow]',
      group: 'run',
      options: system,
      summary:
        'Print the last lines of the log of the service; with follow, keep printing new ones. With launchd, these ' +
        'are the lines of the log file.',
      examples: ['tonstift service logs', 'tonstift service logs follow'],
      docs: 'docs/troubleshooting.md',
      load: async () => (await import('./service-commands.js')).printServiceLogs,
    },
    {
      words: 'service restart',
      operands: '',
      group: 'run',
      options: system,
      summary: 'Restart the service.',
      examples: ['tonstift service restart'],
      docs: 'docs/troubleshooting.md',
      load: async () => (await import('./service-commands.js')).restartService,
    },
  ],
};
