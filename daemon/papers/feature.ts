/** The paper database: imports, embeds, searches and saves papers. */
import { json, type Option } from '../cli/options.js';
import { paperFields } from '../../workers/papers/settings-table.js';
import type { Feature } from '../feature.js';

const where = {
  conference: { value: 'NAME', help: 'Conference of the papers.' },
  year: { value: 'YEAR', help: 'Year of the papers.' },
} as const satisfies Record<string, Option>;

const exporting = {
  export: { value: 'FORMAT', help: 'Prints a file of this format: bibtex, ris, csl, markdown or csv.' },
} as const satisfies Record<string, Option>;

const ofSaved = {
  list: { value: 'NAME', help: 'Only papers on this list.' },
  unread: { help: 'Only papers that are not marked as read.' },
  decision: { value: 'DECISION', help: 'Only papers with this decision of a screening: yes, maybe, no or none.' },
} as const satisfies Record<string, Option>;

declare module '../cli/options.js' {
  interface OptionValues {
    conference?: string;
    year?: string;
    export?: string;
    list?: string;
    unread?: true;
    decision?: string;
  }
}

export const papers: Feature = {
  name: 'papers',
  settings: paperFields,
  commands: [
    {
      words: 'papers import',
      operands: 'FILE|URL...',
      least: 1,
      most: Infinity,
      options: { ...json, ...where },
      summary:
        'Import papers from files or https addresses: JSON, JSON Lines, CSV, BibTeX, RIS, EndNote, PubMed, Web of ' +
        'Science, XML, Excel, Parquet or SQLite, also compressed. --conference and --year fill in what a file does ' +
        'not say. Prints what was corrected and what was rejected.',
      load: async () => (await import('./commands/papers.js')).importFiles,
    },
    {
      words: 'papers search',
      operands: 'QUERY...',
      least: 1,
      most: Infinity,
      options: json,
      summary:
        'Find papers by meaning, by author, by field:"value" and by words: "in a row", begin*, AND, OR, NOT, -word. ' +
        'Put a query with such signs in single quotes.',
      load: async () => (await import('./commands/papers-search.js')).searchPapers,
    },
    {
      words: 'papers like',
      operands: 'UID',
      least: 1,
      most: 1,
      options: { ...json, ...where },
      summary: 'Find papers similar to one, named by its uid in a search. --conference and --year restrict the result.',
      load: async () => (await import('./commands/papers.js')).findLike,
    },
    {
      words: 'papers imports',
      operands: '',
      least: 0,
      most: 0,
      options: json,
      summary: 'List the imports and deletions of papers, newest first, with the number to undo each.',
      load: async () => (await import('./commands/papers-changes.js')).printImports,
    },
    {
      words: 'papers undo',
      operands: 'NUMBER',
      least: 1,
      most: 1,
      options: json,
      summary:
        'Undo an import or a deletion: delete the papers that it added, and give back those that it changed or ' +
        'deleted. Papers that were changed since are kept.',
      load: async () => (await import('./commands/papers-changes.js')).undoImport,
    },
    {
      words: 'papers delete',
      operands: '[UID...]',
      least: 0,
      most: Infinity,
      options: { ...json, ...where },
      summary:
        'Delete papers by uid, or all papers of a --conference and --year, with their embeddings. Saved papers stay ' +
        'on their list. "papers undo" gives the papers back.',
      load: async () => (await import('./commands/papers-changes.js')).deletePapers,
    },
    {
      words: 'papers duplicates',
      operands: '',
      least: 0,
      most: 0,
      options: json,
      summary: 'List stored papers that are the same paper of several sources. Changes nothing.',
      load: async () => (await import('./commands/papers-changes.js')).printDuplicates,
    },
    {
      words: 'papers merge',
      operands: '[UID...]',
      least: 0,
      most: Infinity,
      options: json,
      summary:
        'Make one paper of each group that "papers duplicates" lists, or only of those with one of these uids. ' +
        '"papers undo" gives them back.',
      load: async () => (await import('./commands/papers-changes.js')).mergeDuplicates,
    },
    {
      words: 'papers status',
      operands: '',
      least: 0,
      most: 0,
      options: json,
      summary: 'Print how many papers there are and how many are embedded.',
      load: async () => (await import('./commands/papers.js')).printStatus,
    },
    {
      words: 'papers check',
      operands: '',
      least: 0,
      most: 0,
      options: json,
      summary: 'Check the paper database, its index and the vectors. Changes nothing.',
      load: async () => (await import('./commands/papers-check.js')).checkPapers,
    },
    {
      words: 'papers repair',
      operands: '',
      least: 0,
      most: 0,
      summary:
        'Rescue what can be read of a damaged paper database, rebuild its index, and forget lost vectors. Keeps the ' +
        'damaged file. Stop the daemon first.',
      load: async () => (await import('./commands/papers-check.js')).repairPapers,
    },
    {
      words: 'papers embed',
      operands: '[all]',
      least: 0,
      most: 1,
      options: json,
      summary: 'Embed missing papers now; with all, embed every paper again with the current model.',
      load: async () => (await import('./commands/papers.js')).embed,
    },
    {
      words: 'papers saved',
      operands: '',
      least: 0,
      most: 0,
      options: { ...json, ...exporting, ...ofSaved },
      summary: 'List the saved papers with their notes, newest first.',
      load: async () => (await import('./commands/papers-saved.js')).printSaved,
    },
    {
      words: 'papers lists',
      operands: '',
      least: 0,
      most: 0,
      options: json,
      summary: 'List the lists of saved papers, with the number of papers, of unread ones, and of each decision.',
      load: async () => (await import('./commands/papers-saved.js')).printLists,
    },
    {
      words: 'papers alerts',
      operands: '',
      least: 0,
      most: 0,
      options: json,
      summary: 'List the kept searches with their new papers, and the feeds.',
      load: async () => (await import('./commands/papers-alerts.js')).printAlerts,
    },
    {
      words: 'papers feeds add',
      operands: 'ADDRESS [day|week]',
      least: 1,
      most: 2,
      options: json,
      summary:
        'Add a feed of new papers, which the daemon fetches every day or week: the address of a page or request of ' +
        'arXiv, OpenAlex or OpenReview, or of another list of papers.',
      load: async () => (await import('./commands/papers-alerts.js')).addFeed,
    },
    {
      words: 'papers feeds remove',
      operands: 'ID',
      least: 1,
      most: 1,
      summary: 'Remove a feed, named by its id in "papers alerts". Its papers stay.',
      load: async () => (await import('./commands/papers-alerts.js')).removeFeed,
    },
    {
      words: 'papers feeds fetch',
      operands: '[ID]',
      least: 0,
      most: 1,
      options: json,
      summary: 'Fetch all feeds now, or one, and import what comes.',
      load: async () => (await import('./commands/papers-alerts.js')).fetchFeeds,
    },
    {
      words: 'papers export',
      operands: 'CONFERENCE YEAR FILE',
      least: 3,
      most: 3,
      summary: 'Write the embeddings of a conference and year to a new file.',
      load: async () => (await import('./commands/papers.js')).exportEmbeddings,
    },
    {
      words: 'papers import-embeddings',
      operands: 'FILE CONFERENCE YEAR',
      least: 3,
      most: 3,
      summary: 'Replace the stored embeddings of a conference and year with those of an exported file.',
      load: async () => (await import('./commands/papers.js')).importEmbeddings,
    },
    {
      words: 'mcp',
      operands: '',
      least: 0,
      most: 0,
      summary:
        'Let an assistant search the papers, by the Model Context Protocol on standard input and output. The ' +
        'assistant starts this command. Works while the daemon runs.',
      load: async () => (await import('./commands/mcp.js')).serveAssistants,
    },
  ],
  parts: async () => (await import('./parts.js')).parts,
  backup: async (settings, log) => (await import('./papers-backup.js')).openPapersBackup(settings, log),
};
