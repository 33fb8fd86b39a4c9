/** The commands of saved papers, kept searches and feeds. */
import type { CommandInfo } from '../../cli/command-info.js';
import { json, type Option } from '../../cli/options.js';

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

export const savedCommands: readonly CommandInfo[] = [
  {
    words: 'papers saved',
    operands: '',
    group: 'papers',
    options: { ...json, ...exporting, ...ofSaved },
    summary: 'List the saved papers with their notes, newest first.',
    examples: ['tonstift papers saved --unread', 'tonstift papers saved --list=thesis --export=bibtex > thesis.bib'],
    docs: 'docs/papers.md',
    load: async () => (await import('./papers-saved.js')).printSaved,
  },
  {
    words: 'papers lists',
    operands: '',
    group: 'papers',
    options: json,
    summary: 'List the lists of saved papers, with the number of papers, of unread ones, and of each decision.',
    examples: ['tonstift papers lists'],
    docs: 'docs/papers.md',
    load: async () => (await import('./papers-saved.js')).printLists,
  },
  {
    words: 'papers alerts',
    operands: '',
    group: 'papers',
    options: json,
    summary: 'List the kept searches with their new papers, and the feeds.',
    examples: ['tonstift papers alerts'],
    docs: 'docs/papers.md',
    load: async () => (await import('./papers-alerts.js')).printAlerts,
  },
  {
    words: 'papers feeds add',
    operands: 'ADDRESS [day|week]',
    group: 'papers',
    options: json,
    summary:
      'Add a feed of new papers, which the daemon fetches every day or week: the address of a page or request of ' +
      'arXiv, OpenAlex or OpenReview, or of another list of papers.',
    examples: ['tonstift papers feeds add https://rss.arxiv.org/rss/cs.CL day'],
    docs: 'docs/papers.md',
    load: async () => (await import('./papers-alerts.js')).addFeed,
  },
  {
    words: 'papers feeds remove',
    operands: 'ID',
    group: 'papers',
    summary: 'Remove a feed, named by its id in "papers alerts". Its papers stay.',
    examples: ['tonstift papers feeds remove 1'],
    docs: 'docs/papers.md',
    load: async () => (await import('./papers-alerts.js')).removeFeed,
  },
  {
    words: 'papers feeds fetch',
    operands: '[ID]',
    group: 'papers',
    options: json,
    summary: 'Fetch all feeds now, or one, and import what comes.',
    examples: ['tonstift papers feeds fetch'],
    docs: 'docs/papers.md',
    load: async () => (await import('./papers-alerts.js')).fetchFeeds,
  },
];
