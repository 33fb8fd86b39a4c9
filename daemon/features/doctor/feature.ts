/** Prints a report for somebody who helps with a problem. */
import { json } from '../../cli/options.js';
import type { Feature } from '../../feature.js';

export const doctor: Feature = {
  name: 'doctor',
  commands: [
    {
      words: 'doctor',
      operands: '',
      group: 'help',
      options: json,
      summary:
        'Print a report for those who help you. It has versions, folders, programs, names of changed ' +
        'settings, pens and problems, but no secrets and no values of settings. Read it before you publish it.',
      examples: ['tonstift doctor', 'tonstift doctor --json'],
      docs: 'docs/troubleshooting.md',
      load: async () => (await import('./doctor.js')).printReport,
    },
  ],
};
