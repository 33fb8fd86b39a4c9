/** A server of feeds that answers as a test says. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { closeServer, portOf } from './servers.js';

export interface FeedServer {
  url: string;
  requests: { path: string; headers: IncomingHttpHeaders; at: number }[];
  /** Answers the requests of a path, from now on. */
  on(path: string, answer: (response: ServerResponse, headers: IncomingHttpHeaders) => void): void;
  close(): Promise<void>;
}

export async function startFeedServer(): Promise<FeedServer> {
  const answers = new Map<string, Parameters<FeedServer['on']>[1]>();
  const requests: FeedServer['requests'] = [];
  const server = createServer(({ url = '', headers }, response) => {
    requests.push({ path: url, headers, at: performance.now() });
    const answer = answers.get(new URL(url, 'http://feeds').pathname);
    if (answer === undefined) response.writeHead(404).end();
    else answer(response, headers);
  });
  const port = await portOf(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    on: (path, answer) => void answers.set(path, answer),
    close: () => closeServer(server),
  };
}

/** As arXiv answers a query. */
export const arxivAtom = (numbers: readonly number[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>ArXiv Query</title><id>http://arxiv.org/api/abc</id>
${numbers
  .map(
    (n) => `<entry><id>http://arxiv.org/abs/2401.${String(n).padStart(5, '0')}v1</id>
<updated>2024-01-02T00:00:00Z</updated><published>2024-01-01T00:00:00Z</published>
<title>Parsing language number ${n}</title><summary>About birds &amp; trees.</summary>
<author><name>Ada Lovelace</name></author><author><name>Charles Babbage</name></author>
<link href="http://arxiv.org/abs/2401.${String(n).padStart(5, '0')}v1" rel="alternate" type="text/html"/>
<category term="cs.CL" scheme="http://arxiv.org/schemas/atom"/></entry>`,
  )
  .join('\n')}</feed>`;
