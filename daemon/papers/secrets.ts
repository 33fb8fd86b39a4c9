/** The secrets in the settings that the log must not contain: the token, and passwords and keys in addresses. */
import type { Config } from '../../config/fields.js';
import { urlSecrets } from '../../workers/base/text/url-secrets.js';

export const addressFields = [
  'paper_db',
  'embedding_db',
  'limiter_redis_url',
  'llm_backend_url',
] as const satisfies readonly (keyof Config)[];

export const settingSecrets = (config: Readonly<Config>): string[] =>
  [config.llm_backend_auth_token, ...addressFields.flatMap((name) => urlSecrets(config[name]))].filter(
    (secret) => secret !== '',
  );
