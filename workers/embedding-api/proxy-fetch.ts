/** Requests that go by the proxies that the environment names. A file of its own: loaded when it is needed. */
export { EnvHttpProxyAgent, fetch } from 'undici';
