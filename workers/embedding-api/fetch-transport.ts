import type { Dispatcher, fetch as Fetch } from 'undici';

export interface RequestOptions {
  /** 0 to 9 in the rate limit's queue, lower first. */
  priority?: number;
  /** Milliseconds for the answer, once the request is sent. */
  timeout?: number;
}

/** What carries a request to the API: anything with this method. */
export interface ApiTransport {
  handleRequest(request: Request): Response | Promise<Response>;
  close?(): void | Promise<void>;
}

/**
 * Plain HTTP with kept connections. The environment's proxies hold (`http_proxy`, `https_proxy`, `no_proxy`, in
 * capitals too), which Node's own `fetch` ignores. Redirects are answered, not followed: they would leave the limit.
 */
export function createFetchTransport(): ApiTransport & { close(): Promise<void> } {
  let opened: Promise<{ fetch: typeof Fetch; dispatcher: Dispatcher }> | undefined;
  // Loaded with the first request: nothing of it is needed by who never embeds.
  const open = async () => {
    const { EnvHttpProxyAgent, fetch } = await import('./proxy-fetch.js');
    // The client has a time limit of its own; a model without a graphics card takes minutes before its first byte.
    const dispatcher = new EnvHttpProxyAgent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } });
    return { fetch, dispatcher };
  };
  return {
    async handleRequest(request) {
      const { fetch, dispatcher } = await (opened ??= open());
      const { method, headers, signal } = request;
      const body = request.body ? await request.text() : undefined;
      const response = await fetch(request.url, {
        method,
        headers: [...headers],
        body,
        signal,
        redirect: 'manual',
        dispatcher,
      });
      return response;
    },
    async close() {
      const closing = opened;
      opened = undefined;
      await closing?.then(({ dispatcher }) => dispatcher.destroy());
    },
  };
}
