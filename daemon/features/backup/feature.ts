/** Backs up all albums in one file, and restores them. */
import type { Feature } from '../../feature.js';
import { backupFields } from './settings-table.js';

declare module '../../cli/options.js' {
  interface OptionValues {
    'without-vectors'?: true;
  }
}

export const backup: Feature = {
  name: 'backup',
  settings: backupFields,
  commands: [
    {
      words: 'backup',
      operands: 'FILE',
      least: 1,
      most: 1,
      options: {
        'without-vectors': { help: 'Leaves out the vectors of papers, which are large and can be made again.' },
      },
      summary:
        'Write all albums with their numbers and settings, and all papers with their notes and vectors, into a new ' +
        'file, or into a dated file in a folder. Works while the daemon runs. Exits with 1 if something is missing.',
      load: async () => (await import('./backup-command.js')).backUpLibrary,
    },
    {
      words: 'restore',
      operands: 'FILE',
      least: 1,
      most: 1,
      summary:
        'Add the albums and papers of a backup. Works while the daemon runs. What is here does not change. Exits ' +
        'with 1 if something could not be restored.',
      load: async () => (await import('./restore-command.js')).restoreLibrary,
    },
  ],
  parts: async () => (await import('./parts.js')).parts,
};
