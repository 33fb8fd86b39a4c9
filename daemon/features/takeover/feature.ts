/** Takes over a library of ttmp32gme. */
import type { Feature } from '../../feature.js';

export const takeover: Feature = {
  name: 'takeover',
  commands: [
    {
      words: 'import-ttmp32gme',
      operands: 'DIR [now]',
      group: 'albums',
      summary:
        'Preview the import of a ttmp32gme library. Add now to run it. DIR is the folder with the config.sqlite of ' +
        'version 1.x or 2.x. Takes numbers, titles, order, covers, modes and print settings, and leaves that library ' +
        'unchanged.',
      examples: ['tonstift import-ttmp32gme ~/.ttmp32gme', 'tonstift import-ttmp32gme ~/.ttmp32gme now'],
      docs: 'docs/library.md',
      load: async () => (await import('./import-ttmp32gme.js')).importTheirs,
    },
  ],
};
