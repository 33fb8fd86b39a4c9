/** The commands of the paper database. */
import type { CommandInfo } from '../../cli/command-info.js';
import { json, type Option } from '../../cli/options.js';

const where = {
  conference: { value: 'NAME', help: 'Conference of the papers.' },
  year: { value: 'YEAR', help: 'Year of the papers.' },
} as const satisfies Record<string, Option>;

declare module '../../cli/options.js' {
  interface OptionValues {
    conference?: string;
    year?: string;
  }
}

/** A row without what all of them share (`feature.ts`). */
export type PaperCommand = Omit<CommandInfo, 'group' | 'docs'>;

export const paperCommands: readonly PaperCommand[] = [
  {
    words: 'papers import',
    operands: 'FILE|URL...',
    options: { ...json, ...where },
    summary:
      'Import papers from files or https addresses. Reads JSON, JSON Lines, CSV, BibTeX, RIS, EndNote, PubMed, Web ' +
      'of Science, XML, Excel, Parquet or SQLite, also compressed. --conference and --year fill in what a file does ' +
      'not say. Prints what was corrected and what was rejected.',
    examples: ['tonstift papers import papers.csv', 'tonstift papers import acl.bib --conference=ACL --year=2024'],
    load: async () => (await import('./papers.js')).importFiles,
  },
  {
    words: 'papers search',
    operands: 'QUERY...',
    options: json,
    summary:
      'Find papers by meaning, by author, by field:"value" and by words: "in a row", begin*, AND, OR, NOT, -word. ' +
      'Put a query with such signs in single quotes.',
    examples: ['tonstift papers search learning to rank', `tonstift papers search 'author:"Lovelace" -survey' --json`],
    load: async () => (await import('./papers-search.js')).searchPapers,
  },
  {
    words: 'papers like',
    operands: 'UID',
    options: { ...json, ...where },
    summary: 'Find papers similar to one, named by its uid in a search. --conference and --year restrict the result.',
    examples: ['tonstift papers like UID --year=2024'],
    load: async () => (await import('./papers.js')).findLike,
  },
  {
    words: 'papers imports',
    operands: '',
    options: json,
    summary: 'List the imports and deletions of papers, newest first, with the number to undo each.',
    examples: ['tonstift papers imports'],
    load: async () => (await import('./papers-changes.js')).printImports,
  },
  {
    words: 'papers undo',
    operands: 'NUMBER',
    options: json,
    summary:
      'Undo an import or a deletion: delete the papers that it added, and give back those that it changed or ' +
      'deleted. Papers that were changed since are kept.',
    examples: ['tonstift papers undo 3'],
    load: async () => (await import('./papers-changes.js')).undoImport,
  },
  {
    words: 'papers delete',
    operands: '[UID...]',
    options: { ...json, ...where },
    summary:
      'Delete papers by uid, or all papers of a --conference and --year, with their embeddings. Saved papers stay ' +
      'on their list. "papers undo" gives the papers back.',
    examples: ['tonstift papers delete UID', 'tonstift papers delete --conference=ACL --year=2024'],
    load: async () => (await import('./papers-changes.js')).deletePapers,
  },
  {
    words: 'papers duplicates',
    operands: '',
    options: json,
    summary: 'List stored papers that are the same paper of several sources. Changes nothing.',
    examples: ['tonstift papers duplicates'],
    load: async () => (await import('./papers-changes.js')).printDuplicates,
  },
  {
    words: 'papers merge',
    operands: '[UID...]',
    options: json,
    summary:
      'Make one paper of each group that "papers duplicates" lists, or only of those with one of these uids. ' +
      '"papers undo" gives them back.',
    examples: ['tonstift papers merge', 'tonstift papers merge UID'],
    load: async () => (await import('./papers-changes.js')).mergeDuplicates,
  },
  {
    words: 'papers status',
    operands: '',
    options: json,
    summary: 'Print how many papers there are and how many are embedded.',
    examples: ['tonstift papers status'],
    load: async () => (await import('./papers.js')).printStatus,
  },
  {
    words: 'papers check',
    operands: '',
    options: json,
    summary: 'Check the paper database, its index and the vectors. Changes nothing.',
    examples: ['tonstift papers check'],
    load: async () => (await import('./papers-check.js')).checkPapers,
  },
  {
    words: 'papers repair',
    operands: '',
    summary:
      'Rescue what can be read of a damaged paper database, rebuild its index, and forget lost vectors. Keeps the ' +
      'damaged file. Stop the daemon first.',
    examples: ['tonstift papers repair'],
    load: async () => (await import('./papers-check.js')).repairPapers,
  },
  {
    words: 'papers embed',
    operands: '[all]',
    options: json,
    summary: 'Embed missing papers now; with all, embed every paper again with the current model.',
    examples: ['tonstift papers embed', 'tonstift papers embed all'],
    load: async () => (await import('./papers.js')).embed,
  },
  {
    words: 'papers export',
    operands: 'CONFERENCE YEAR FILE',
    summary: 'Write the embeddings of a conference and year to a new file.',
    examples: ['tonstift papers export ACL 2024 acl-2024.json'],
    load: async () => (await import('./papers.js')).exportEmbeddings,
  },
  {
    words: 'papers import-embeddings',
    operands: 'FILE CONFERENCE YEAR',
    summary: 'Replace the stored embeddings of a conference and year with those of an exported file.',
    examples: ['tonstift papers import-embeddings acl-2024.json ACL 2024'],
    load: async () => (await import('./papers.js')).importEmbeddings,
  },
  {
    words: 'mcp',
    operands: '',
    summary:
      'Let an assistant search the papers (MCP). It starts this command and speaks the Model Context Protocol on ' +
      'standard input and output. Works while the daemon runs.',
    examples: ['tonstift mcp'],
    load: async () => (await import('./mcp.js')).serveAssistants,
  },
];
