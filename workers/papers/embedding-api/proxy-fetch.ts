/** Fetch through the proxies of the environment. A separate file, so that it loads on demand. */
export { EnvHttpProxyAgent, fetch } from 'undici';
