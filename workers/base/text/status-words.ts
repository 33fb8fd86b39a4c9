import { STATUS_CODES } from 'node:http';

/**
 * `503 (Service Unavailable)`. All that a sentence says of what another server answered: an address of our choice, or
 * of one who should not have chosen it, could else be read by its errors.
 */
export function statusWords(status: number): string {
  const words = STATUS_CODES[status];
  return words === undefined ? String(status) : `${status} (${words})`;
}
