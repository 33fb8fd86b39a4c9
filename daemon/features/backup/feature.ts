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
      group: 'albums',
      options: {
        'without-vectors': { help: 'Leaves out the vectors of papers, which are large and can be made again.' },
      },
      summary:
        'Write all albums and papers into a backup. FILE is a new file, or a folder for a dated one. Numbers, ' +
        'settings, notes and vectors are included. Works while the daemon runs. Exits with 1 if something is missing.',
      examples: ['tonstift backup /media/disk', 'tonstift backup papers-and-albums.zip --without-vectors'],
      docs: 'docs/backup.md',
      load: async () => (await import('./backup-command.js')).backUpLibrary,
    },
    {
      words: 'restore',
      operands: 'FILE',
      group: 'albums',
      summary:
        'Add the albums and papers of a backup. Works while the daemon runs. What is here does not change. Exits ' +
        'with 1 if something could not be restored.',
      examples: ['tonstift restore /media/disk/backup.zip'],
      docs: 'docs/backup.md',
      load: async () => (await import('./restore-command.js')).restoreLibrary,
    },
  ],
  parts: async () => (await import('./parts.js')).parts,
};
