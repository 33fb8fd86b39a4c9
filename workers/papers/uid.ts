import { createHash } from 'node:crypto';

export interface PaperName {
  title: string;
  /** Null, undefined or "" where the source has none. */
  original_id?: number | string | null;
  conference: string;
  year: number | string;
}

/**
 * 16 hex digits that name a paper: the start of SHA-256 over `title:original_id:conference:year`,
 * a missing id written `None` (docs/decisions/embeddings.md, "Text and metadata"). Composed and decomposed letters name
 * the same paper.
 */
export const paperUid = (name: PaperName): string => uidOf(keyOf(name).normalize('NFC'));

/** As former versions computed it, for letters that were not composed. */
export const formerUid = (name: PaperName): string => uidOf(keyOf(name));

function keyOf({ title, original_id: id, conference, year }: PaperName): string {
  const named = id === undefined || id === null || id === '' ? 'None' : id;
  return `${title}:${named}:${conference}:${year}`;
}

const uidOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16);
