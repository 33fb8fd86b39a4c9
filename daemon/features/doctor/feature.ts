/** Prints a report for somebody who helps with a problem. */
import { json } from '../../cli/options.js';
import type { Feature } from '../../feature.js';

export const doctor: Feature = {
  name: 'doctor',
  commands: [
    {
      words: 'doctor',
      operands: '',
      least: 0,
      most: 0,
      options: json,
      summary:
        'Print what helps to explain a problem: versions, folders, programs, names of changed settings, pens and ' +
        'problems. It has no secrets and no values of settings. Read it before you publish it.',
      load: async () => (await import('./doctor.js')).printReport,
    },
  ],
};
