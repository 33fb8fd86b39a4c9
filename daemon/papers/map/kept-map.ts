/** The file of the map of all papers. */
import * as z from 'zod/v4';
import type { JsonFile } from '../../../workers/base/files/json-store.js';
import { rounded, type KeptMap } from './map-views.js';

const storedSchema = z
  .object({
    version: z.literal(1),
    key: z.string(),
    made_at: z.number(),
    by: z.enum(['meaning', 'words']).default('meaning'),
    model: z.string().nullable(),
    total: z.int(),
    words: z.array(z.array(z.string())),
    ids: z.array(z.string()),
    /** x and y alternate. */
    places: z.array(z.number()),
    topic: z.array(z.int()),
  })
  .refine(({ ids, places, topic }) => places.length === 2 * ids.length && topic.length === ids.length);

type Stored = z.output<typeof storedSchema>;

function decode({ key, made_at: madeAt, by, model, ids, total, words, places, topic }: Stored): KeptMap {
  const drawn = { ids, total, words, places: Float32Array.from(places), topic: Uint16Array.from(topic) };
  return { key, madeAt, by, model, drawn };
}

const encode = ({ key, madeAt, by, model, drawn }: KeptMap): Stored => ({
  version: 1,
  key,
  made_at: madeAt,
  by,
  model,
  total: drawn.total,
  words: drawn.words,
  ids: drawn.ids,
  places: Array.from(drawn.places, rounded),
  topic: [...drawn.topic],
});

/** If the file cannot be read or has another version, the map is drawn again. */
export const keptMapFile = (path: string): JsonFile<KeptMap | null> => ({
  ...{ path, schema: storedSchema.transform(decode), fallback: null },
  // The store removes the file for null.
  encode: (kept) => kept && encode(kept),
});
