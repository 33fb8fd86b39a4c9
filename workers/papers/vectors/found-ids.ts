/** Ids of found records, unordered and without duplicates. */
export interface FoundIds {
  readonly count: number;
  ids(): Promise<readonly string[]>;
}

export const foundIds = (ids: readonly string[]): FoundIds => ({ count: ids.length, ids: async () => ids });
