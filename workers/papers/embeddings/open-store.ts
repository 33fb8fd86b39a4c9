import type { Log } from '../../base/ports.js';
import type { Damage, VectorStore } from '../vectors/types.js';
import { EmbeddingsError } from '../embedding-api/errors.js';
import { shown } from '../../base/input/shown.js';
import { isPostgresUrl } from '../postgres/url.js';
import { maskedUrl } from '../../base/text/url-secrets.js';

/**
 * Opens the store that a setting names. An http or https URL is a Chroma server, a postgresql URL a PostgreSQL database
 * with pgvector, anything else a local folder. Loads each implementation on demand.
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
      `embeddingDb must be a folder, the URL of a Chroma server (http or https) or of a PostgreSQL (postgresql) ` +
        `database, not ${given}.`,
    );
  }
  const { openLocalStore } = await import('../vectors/local/store.js');
  return openLocalStore(embeddingDb, { log, onDamage });
}
