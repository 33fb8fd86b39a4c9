/** A short text from somewhere else, by the proxies that the environment names. */
import { maskedUrl } from '../../workers/base/text/url-secrets.js';
import { createFetchTransport } from '../../workers/embedding-api/fetch-transport.js';

/** Milliseconds for all of it. */
const patience = 15_000;
/** Bytes. */
const most = 1024 * 1024;

/** Throws where there is no such answer within the time, or a longer one; redirects are not followed. */
export async function askText(url: string): Promise<string> {
  const transport = createFetchTransport();
  try {
    const request = new Request(url, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(patience),
    });
    const { ok, status, body } = await transport.handleRequest(request);
    if (!ok) throw new Error(`${maskedUrl(url)} answered ${status}`);
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > most) throw new Error(`${maskedUrl(url)} answered more than ${most} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString('utf8');
  } finally {
    await transport.close();
  }
}
