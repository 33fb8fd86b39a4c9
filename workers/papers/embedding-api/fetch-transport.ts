import type { Dispatcher, fetch as Fetch } from 'undici';

export interface RequestOptions {
  /** 0 to 9 in the queue of the rate limit, lower first. */
  priority?: number;
  /** Milliseconds from sending the request to the end of the response. */
  timeout?: number;
  /** Bytes of the response. */
  maxAnswer?: number;
}

/** Sends a request to the API. Any object with this method works. */
export interface ApiTransport {
  handleRequest(request: Request): Response | Promise<Response>;
  close?(): void | Promise<void>;
}

/**
 * Plain HTTP with kept-alive connections. Uses the proxies of the environment (`http_proxy`, `https_proxy`, `no_proxy`,
 * also in capitals), which Node's own `fetch` ignores. Does not follow redirects, because they would bypass the rate
 * limit.
 */
export function createFetchTransport(): ApiTransport & { close(): Promise<void> } {
  let opened: Promise<{ fetch: typeof Fetch; dispatcher: Dispatcher }> | undefined;
  // Loaded at the first request, because most processes never embed.
  const open = async () => {
    const { EnvHttpProxyAgent, fetch } = await import('undici');
    // The client has its own timeout. A model without a graphics card needs minutes before its first byte.
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
