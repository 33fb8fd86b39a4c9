import { createHash } from 'node:crypto';

export interface PaperName {
  title: string;
  /** Null, undefined or "" if the source has none. */
  original_id?: number | string | null;
  conference: string;
  year: number | string;
}

/**
 * Returns 16 hex digits that identify a paper: the start of SHA-256 over `title:original_id:conference:year`, with
 * `None` for a missing id (docs/decisions/embeddings.md, "Text and metadata"). Composed and decomposed letters give the
 * same uid.
 */
export const paperUid = (name: PaperName): string => uidOf(keyOf(name).normalize('NFC'));

/** The uid of former versions, which did not compose letters. */
export const formerUid = (name: PaperName): string => uidOf(keyOf(name));

function keyOf({ title, original_id: id, conference, year }: PaperName): string {
  const named = id === undefined || id === null || id === '' ? 'None' : id;
  return `${title}:${named}:${conference}:${year}`;
}

const uidOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16);
