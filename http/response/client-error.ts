/** Answers requests that Node cannot parse, or whose headers are too long: no route ever sees them. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { systemCodeOf } from '../../workers/base/errors.js';
import { isLanguage, type Language } from '../../workers/base/language/languages.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';
import { html } from './html.js';

/** Bytes of the address and the headers of a request. A search of 20,000 letters fits into them. */
export const mostHeaderBytes = 65_536;
/** Milliseconds until the headers of a request must have arrived. */
export const headersTimeout = 20_000;

const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const wordsOf: Readonly<Record<number, Sentence>> = {
  408: say('error.headers_late', { seconds: headersTimeout / 1000 }),
  431: say('error.headers_long', { most: mostHeaderBytes }),
};

/** A listener of the server's event `clientError`. */
export function answerClientError(error: Error & { rawPacket?: Buffer }, socket: Duplex): void {
  const code = systemCodeOf(error) ?? '';
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = statusOf[code] ?? 400;
  const words = wordsOf[status] ?? say('error.malformed');
  // Only the last bytes that arrived are known: they may be in the middle of the address.
  const packet = error.rawPacket?.toString('latin1') ?? '';
  const { type, text } = /^accept: *application\/json/im.test(packet)
    ? { type: 'application/json', text: JSON.stringify(failureOf(words)) }
    : { type: 'text/html', text: pageOf(words, languageIn(packet)) };
  const body = Buffer.from(text);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${type}; charset=utf-8`,
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    "Content-Security-Policy: default-src 'none'",
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}

const failureOf = (words: Sentence): object => ({
  success: false,
  error: { code: 'bad_request', message: String(words), fields: {} },
});

const pageOf = (words: Sentence, language: Language): string =>
  html`<!doctype html><html lang="${language}"><meta charset="utf-8"><title>Tonstift</title>
<p>${words}</p></html>`.in(language);

function languageIn(packet: string): Language {
  const asked = /^accept-language: *([a-z]{2})/im.exec(packet)?.[1]?.toLowerCase();
  return isLanguage(asked) ? asked : 'en';
}
