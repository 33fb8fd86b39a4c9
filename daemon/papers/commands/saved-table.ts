/** The commands of saved papers, kept searches and feeds. */
import { json, type Option } from '../../cli/options.js';
import type { PaperCommand } from './table.js';

const exporting = {
  export: { value: 'FORMAT', help: 'Prints a file of this format: bibtex, ris, csl, markdown or csv.' },
} as const satisfies Record<string, Option>;

const ofSaved = {
  list: { value: 'NAME', help: 'Only papers on this list.' },
  unread: { help: 'Only papers that are not marked as read.' },
  decision: { value: 'DECISION', help: 'Only papers with this decision of a screening: yes, maybe, no or none.' },
} as const satisfies Record<string, Option>;

declare module '../../cli/options.js' {
  interface OptionValues {
    export?: string;
    list?: string;
    unread?: true;
    decision?: string;
  }
}

export const savedCommands: readonly PaperCommand[] = [
  {
    words: 'papers saved',
    operands: '',
    options: { ...json, ...exporting, ...ofSaved },
    summary: 'List the saved papers with their notes, newest first.',
    examples: ['tonstift papers saved --unread', 'tonstift papers saved --list=thesis --export=bibtex > thesis.bib'],
    load: async () => (await import('./papers-saved.js')).printSaved,
  },
  {
    words: 'papers lists',
    operands: '',
    options: json,
    summary: 'List the lists of saved papers, with the number of papers, of unread ones, and of each decision.',
    examples: ['tonstift papers lists'],
    load: async () => (await import('./papers-saved.js')).printLists,
  },
  {
    words: 'papers alerts',
    operands: '',
    options: json,
    summary: 'List the kept searches with their new papers, and the feeds.',
    examples: ['tonstift papers alerts'],
    load: async () => (await import('./papers-alerts.js')).printAlerts,
  },
  {
    words: 'papers feeds add',
    operands: 'ADDRESS [day|week]',
    options: json,
    summary:
      'Add a feed of new papers, which the daemon fetches every day or week: the address of a page or request of ' +
      'arXiv, OpenAlex or OpenReview, or of another list of papers.',
    examples: ['tonstift papers feeds add https://rss.arxiv.org/rss/cs.CL day'],
    load: async () => (await import('./papers-alerts.js')).addFeed,
  },
  {
    words: 'papers feeds remove',
    operands: 'ID',
    summary: 'Remove a feed, named by its id in "papers alerts". Its papers stay.',
    examples: ['tonstift papers feeds remove 3f9a0c71be'],
    load: async () => (await import('./papers-alerts.js')).removeFeed,
  },
  {
    words: 'papers feeds fetch',
    operands: '[ID]',
    options: json,
    summary: 'Fetch all feeds now, or one, and import what comes.',
    examples: ['tonstift papers feeds fetch'],
    load: async () => (await import('./papers-alerts.js')).fetchFeeds,
  },
];
