/**
 * True for an object in the sense of JSON. Not `instanceof`: objects of other realms (tests, system errors) count
 * too.
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
