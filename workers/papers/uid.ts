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
export function paperUid({ title, original_id: id, conference, year }: PaperName): string {
  const named = id === undefined || id === null || id === '' ? 'None' : id;
  return createHash('sha256')
    .update(`${title}:${named}:${conference}:${year}`.normalize('NFC'))
    .digest('hex')
    .slice(0, 16);
}
