/** Takes over a library of ttmp32gme. */
import type { Feature } from '../../feature.js';

export const takeover: Feature = {
  name: 'takeover',
  commands: [
    {
      words: 'import-ttmp32gme',
      operands: 'DIR [now]',
      least: 1,
      most: 2,
      summary:
        'Preview the import of a ttmp32gme library (1.x or 2.x) from the folder with its config.sqlite; add now to ' +
        'run it. Takes numbers, titles, order, covers, modes and print settings, and leaves that library ' +
        'unchanged.',
      load: async () => (await import('./import-ttmp32gme.js')).importTheirs,
    },
  ],
};
