/** What JSON calls an object. Not `instanceof`: what comes of other realms (tests, the system's errors) is one too. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
