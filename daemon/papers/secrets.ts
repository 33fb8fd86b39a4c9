/** What the log must never show of the papers' settings. */
import type { Config } from '../../config/fields.js';
import { urlPassword } from '../../config/url.js';

export function paperSecrets({
  llm_backend_auth_token: token,
  paper_db,
  embedding_db,
  limiter_redis_url,
  llm_backend_url,
}: Readonly<Config>): string[] {
  return [token, ...[paper_db, embedding_db, limiter_redis_url, llm_backend_url].map(urlPassword)].filter(
    (secret) => secret !== undefined && secret !== '',
  ) as string[];
}
