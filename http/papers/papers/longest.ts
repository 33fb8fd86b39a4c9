/** Characters of texts that name papers: as many as an import takes (`workers/papers/ingest/limits.ts`). */
export const longest = { uid: 500, conference: 500, session: 20_000 } as const;
