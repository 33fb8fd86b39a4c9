/** The paper database: imports, embeds, searches and saves papers. */
import { paperFields } from '../../workers/papers/settings-table.js';
import type { Feature } from '../feature.js';
import { savedCommands } from './commands/saved-table.js';
import { paperCommands } from './commands/table.js';

export const papers: Feature = {
  name: 'papers',
  settings: paperFields,
  commands: [...paperCommands, ...savedCommands].map((command) => ({
    ...command,
    group: 'papers',
    docs: 'docs/papers.md',
  })),
  parts: async () => (await import('./parts.js')).parts,
  backup: async (settings, log) => (await import('./papers-backup.js')).openPapersBackup(settings, log),
};
