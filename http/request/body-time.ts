/** Bodies that do not come: their connections are closed. */
import type { IncomingMessage } from 'node:http';

/** Milliseconds. */
export interface BodyTimes {
  /** Without a byte of it, while it is waited for. */
  pause: number;
  /** Until all of it is there. */
  whole: number;
}

/** How often a limit is looked at while it lasts. */
const looks = 10;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Destroys the request where its body is late. The time in which nobody reads it is not the client's: a body waits in
 * full buffers while its request stands in a queue.
 */
export function expectBody(request: IncomingMessage, { pause, whole }: BodyTimes): void {
  if (request.complete || request.destroyed || !hasBody(request)) return;
  const begun = performance.now();
  let [came, since] = [request.socket.bytesRead, begun];
  const look = (): void => {
    if (request.complete) return clearInterval(timer);
    const now = performance.now();
    const isHeldUp = request.readableLength >= request.readableHighWaterMark;
    if (isHeldUp || request.socket.bytesRead !== came) [came, since] = [request.socket.bytesRead, now];
    if (now - since >= pause || now - begun >= whole) request.destroy();
  };
  const timer = setInterval(look, Math.ceil(Math.min(pause, whole) / looks)).unref();
  request.once('close', () => clearInterval(timer));
}
