/** Time limits for request bodies. The connection is closed if a body is too slow. */
import type { IncomingMessage } from 'node:http';

/** Milliseconds. */
export interface BodyTimes {
  /** The longest time without a byte, while the program reads the body. */
  pause: number;
  /** The longest time until the whole body has arrived. */
  whole: number;
}

/** How often a limit is checked within its duration. */
const looks = 10;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * Destroys the request if its body is too slow. Time in which the program does not read is not counted: a body waits in
 * full buffers while its request is queued.
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
