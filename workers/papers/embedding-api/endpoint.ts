import { say } from '../../base/language/sentence.js';
import { maskedUrl } from '../../base/text/url-secrets.js';
import { EmbeddingApiError } from './errors.js';

export interface Endpoint {
  url: string;
  /** For messages: without credentials and query. */
  shown: string;
  headers: Record<string, string>;
}

/**
 * Returns the URL and headers of an operation. `apiUrl` may end in `/` or `/v1`; its query is kept. Credentials in the
 * URL are sent as Basic authorization if there is no token, because `fetch` rejects URLs with credentials.
 * @throws EmbeddingApiError (refused)
 */
export function endpointOf(apiUrl: string, operation: 'embeddings' | 'models', authToken: string): Endpoint {
  const url = URL.canParse(apiUrl.trim()) ? new URL(apiUrl.trim()) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new EmbeddingApiError('refused', say('api.address', { address: maskedUrl(apiUrl).slice(0, 200) }));
  }
  const authorization = authorizationOf(authToken.trim(), url);
  url.username = '';
  url.password = '';
  url.hash = '';
  url.pathname = `${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/${operation}`;
  const headers = { accept: 'application/json', ...(authorization !== undefined && { authorization }) };
  return { url: url.href, shown: url.origin + url.pathname, headers };
}

function authorizationOf(token: string, { username, password }: URL): string | undefined {
  // Checked here because Node's own error about a header quotes its value.
  if (/[^\x21-\x7e]/.test(token)) throw new EmbeddingApiError('refused', say('api.token'));
  if (token !== '') return `Bearer ${token}`;
  if (username === '' && password === '') return undefined;
  return `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;
}
