/** A reverse proxy that shows a service below a path, as nginx does. */
import { createServer, request } from 'node:http';
import { closeServer, portOf } from './servers.js';

export interface PrefixProxy {
  /** Without a slash at the end, and without the prefix. */
  origin: string;
  /** Paths outside the prefix that were requested. */
  outside: string[];
  close(): Promise<void>;
}

/** @param strips whether the proxy removes the prefix and names it in a header */
export async function prefixProxy(port: number, prefix: string, strips: boolean): Promise<PrefixProxy> {
  const outside: string[] = [];
  const server = createServer((asked, answer) => {
    const { url = '', method, headers } = asked;
    if (url !== prefix && !url.startsWith(`${prefix}/`)) {
      outside.push(url);
      answer.writeHead(404).end('Another program is here.');
      return;
    }
    const path = strips ? url.slice(prefix.length) || '/' : url;
    const named = strips ? { 'x-forwarded-prefix': prefix } : {};
    const onwards = request({ host: '127.0.0.1', port, method, path, headers: { ...headers, ...named } }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    onwards.on('error', () => answer.destroy());
    answer.on('close', () => onwards.destroy());
    asked.pipe(onwards);
  });
  return {
    origin: `http://127.0.0.1:${await portOf(server)}`,
    outside,
    close: () => closeServer(server),
  };
}
