import { STATUS_CODES } from 'node:http';

/**
 * Returns `503 (Service Unavailable)`. Errors quote nothing else from another server's response. If they did, someone
 * could read a chosen address through its error messages.
 */
export function statusWords(status: number): string {
  const words = STATUS_CODES[status];
  return words === undefined ? String(status) : `${status} (${words})`;
}
