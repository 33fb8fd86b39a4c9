/** Backs up all albums in one file, and restores them. */
import type { Feature } from '../../feature.js';

export const backup: Feature = {
  name: 'backup',
  commands: [
    {
      words: 'backup',
      operands: 'FILE',
      least: 1,
      most: 1,
      summary:
        'Write all albums with their numbers and settings into a new file, or into a dated file in a folder. Works ' +
        'while the daemon runs. Exits with 1 if a file of an album is missing.',
      load: async () => (await import('./backup-command.js')).backUpLibrary,
    },
    {
      words: 'restore',
      operands: 'FILE',
      least: 1,
      most: 1,
      summary:
        'Add the albums of a backup to the library. Works while the daemon runs. Existing albums do not change. ' +
        'Exits with 1 if an album could not be restored.',
      load: async () => (await import('./restore-command.js')).restoreLibrary,
    },
  ],
  parts: async () => (await import('./parts.js')).parts,
};
