import type { PaperFormat } from '../../../workers/papers/ingest/types.js';

/** Media types of a body that contains only papers. The first one of a format is that of `tonstift papers import`. */
export const mediaTypes = {
  'application/json': 'json',
  'application/x-ndjson': 'jsonl',
  'application/jsonl': 'jsonl',
  'application/json-lines': 'jsonl',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/x-bibtex': 'bibtex',
  'text/x-bibtex': 'bibtex',
  'application/x-research-info-systems': 'tagged',
  'application/nbib': 'tagged',
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/atom+xml': 'xml',
  'application/vnd.sqlite3': 'sqlite',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.apache.parquet': 'parquet',
  'application/zip': 'zip',
  'application/x-tar': 'tar',
} as const satisfies Record<string, PaperFormat>;

export function mediaTypeOf(format: PaperFormat): string {
  const [type = ''] = Object.entries(mediaTypes).find(([, of]) => of === format) ?? [];
  return type;
}
