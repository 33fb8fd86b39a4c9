import type { DatabaseManager } from '../../database-manager.js';
import { recordHash } from '../../document.js';
import type { Paper } from '../../types.js';

/**
 * Records in the paper database which papers have a vector. So the next program that embeds from it knows which vectors
 * exist, and which papers were deleted.
 */
export interface Notes {
  /** Call it with papers before they are embedded. */
  look(papers: readonly Paper[]): void;
  /** @param isHeld true if the collection holds the paper's vector; otherwise no note is written */
  done(uid: string, isHeld: boolean): void;
  /** Writes the notes collected so far. */
  write(): Promise<void>;
}

export function createNotes(database: DatabaseManager, collection: string): Notes {
  const hashes = new Map<string, string>();
  let held: { uid: string; hash: string }[] = [];
  return {
    look(papers) {
      for (const paper of papers) hashes.set(paper.uid, recordHash(paper));
    },
    done(uid, isHeld) {
      const hash = hashes.get(uid);
      hashes.delete(uid);
      if (isHeld && hash !== undefined) held.push({ uid, hash });
    },
    async write() {
      if (held.length > 0) await database.embedded({ collection, owner: '', papers: held });
      held = [];
    },
  };
}
