import type { DatabaseManager } from '../../papers/database-manager.js';
import { recordHash } from '../../papers/document.js';
import type { Paper } from '../../papers/types.js';

/**
 * What the paper database is told of the vectors of its papers, so that whichever program embeds next from it knows
 * which ones are there, and whose papers are gone.
 */
export interface Notes {
  /** Before they are embedded. */
  look(papers: readonly Paper[]): void;
  /** Nothing is to be told of this one, or that the collection holds its vector. */
  done(uid: string, isHeld: boolean): void;
  /** Tells what is known by now. */
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
