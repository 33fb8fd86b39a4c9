/** Which of two versions is the later one (semver.org, 11). Pure. */

interface Version {
  numbers: [number, number, number];
  /** Of what comes before a version: `beta`, `2`; empty for the version itself. */
  before: string[];
}

function parsed(text: string): Version | undefined {
  const [, major, minor, patch, before] =
    /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([\w.-]{1,100}))?(?:\+[\w.-]{1,100})?$/.exec(text) ?? [];
  if (major === undefined) return undefined;
  return { numbers: [Number(major), Number(minor), Number(patch)], before: before?.split('.') ?? [] };
}

/** Whether the text is a version, and a later one. */
export function isLater(text: string, than: string): boolean {
  const [one, other] = [parsed(text), parsed(than)];
  if (one === undefined || other === undefined) return false;
  for (const [n, number] of one.numbers.entries()) {
    const its = other.numbers[n] ?? 0;
    if (number !== its) return number > its;
  }
  // The version itself comes after all that were before it.
  if (one.before.length === 0 || other.before.length === 0) return one.before.length < other.before.length;
  return compareParts(one.before, other.before) > 0;
}

function compareParts(one: readonly string[], other: readonly string[]): number {
  for (const [n, part] of one.entries()) {
    const its = other[n];
    if (its === undefined) return 1;
    if (part === its) continue;
    const [number, itsNumber] = [part, its].map((text) => (/^\d+$/.test(text) ? Number(text) : null));
    // Numbers come before words.
    if (number !== null && itsNumber !== null && number !== undefined && itsNumber !== undefined)
      return number - itsNumber;
    if (number !== null) return -1;
    if (itsNumber !== null) return 1;
    return part < its ? -1 : 1;
  }
  return one.length < other.length ? -1 : 0;
}
