import { say } from '../../base/language/sentence.js';
import { percentDecoded } from '../../base/text/percent-decoded.js';
import { maskedUrl } from '../../base/text/url-secrets.js';
import { EmbeddingApiError } from './errors.js';

export interface Endpoint {
  url: string;
  /** For messages: without credentials and query. */
  shown: string;
  headers: Record<string, string>;
}

/**
 * Returns the URL and headers of an operation. `apiUrl` is an address as people copy it, see `pathOf`; its query is
 * kept. Credentials in the URL are sent as Basic authorization if there is no token, because `fetch` rejects URLs with
 * credentials.
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
  url.pathname = `${pathOf(url)}/${operation}`;
  return { url: url.href, shown: url.origin + url.pathname, headers: { accept: 'application/json', ...authorization } };
}

/** Azure OpenAI, whose addresses name a version in the query. */
const isAzure = (url: URL): boolean => url.searchParams.has('api-version');

/**
 * Returns the path that the name of an operation is appended to. Without a version in it, that is `/v1`, except for the
 * whole address of an operation and for Azure.
 */
function pathOf(url: URL): string {
  const path = url.pathname.replace(/\/+$/, '');
  const base = path.replace(/\/embeddings$/, '');
  const hasVersion = /\/v\d+(?:alpha\d*|beta\d*)?(?=\/|$)/.test(base);
  return hasVersion || base !== path || isAzure(url) ? base : `${base}/v1`;
}

function authorizationOf(token: string, url: URL): Record<string, string> {
  // Checked here because Node's own error about a header quotes its value.
  if (/[^\x21-\x7e]/.test(token)) throw new EmbeddingApiError('refused', say('api.token'));
  if (token !== '') return isAzure(url) ? { 'api-key': token } : { authorization: `Bearer ${token}` };
  const { username, password } = url;
  if (username === '' && password === '') return {};
  const credentials = Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`).toString('base64');
  return { authorization: `Basic ${credentials}` };
}
