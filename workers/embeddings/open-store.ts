import type { Log } from '../base/ports.js';
import type { Damage, VectorStore } from '../vectors/types.js';
import { EmbeddingsError } from '../embedding-api/errors.js';
import { shown } from '../base/input/shown.js';
import { isPostgresUrl } from '../base/postgres/url.js';
import { maskedUrl } from '../base/text/url-secrets.js';

/**
 * The store that a setting names: a Chroma server for an http or https URL, a PostgreSQL database with pgvector for its
 * URL, otherwise a local folder. Each is loaded only when it is used.
 */
export async function openStore(
  embeddingDb: string,
  { log, onDamage }: { log: Log; onDamage?: (damage: Damage) => void },
): Promise<VectorStore> {
  if (/^https?:\/\//i.test(embeddingDb)) {
    const { createChromaStore } = await import('../vectors/chroma/store.js');
    return createChromaStore(embeddingDb, { log });
  }
  if (isPostgresUrl(embeddingDb)) {
    const { createPostgresStore } = await import('../vectors/postgres/store.js');
    return createPostgresStore(embeddingDb, { log });
  }
  if (embeddingDb.trim() === '' || /^[a-z][a-z0-9+.-]+:\/\//i.test(embeddingDb)) {
    const given = shown(maskedUrl(embeddingDb));
    throw new EmbeddingsError(
      `embeddingDb must be a folder, the URL (http or https) of a Chroma server or that (postgresql) of a PostgreSQL ` +
        `database, not ${given}.`,
    );
  }
  const { openLocalStore } = await import('../vectors/local/store.js');
  return openLocalStore(embeddingDb, { log, onDamage });
}
