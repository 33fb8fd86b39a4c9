export interface Hostile {
  name: string;
  /** About as many characters. */
  of: (length: number) => string;
}
export const hostile: readonly Hostile[];
export const hostilePairs: readonly Hostile[];
