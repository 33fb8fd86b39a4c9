/** A map as it is kept in a file. */
import * as z from 'zod';
import { rounded, type KeptMap } from './map-views.js';

const keptSchema = z.object({
  version: z.literal(1),
  key: z.string(),
  made_at: z.number(),
  model: z.string().nullable(),
  total: z.int(),
  words: z.array(z.array(z.string())),
  ids: z.array(z.string()),
  /** x and y in turn. */
  places: z.array(z.number()),
  topic: z.array(z.int()),
});

export function keptText({ key, madeAt, model, drawn }: KeptMap): string {
  const { ids, total, words, places, topic } = drawn;
  const kept: z.input<typeof keptSchema> = {
    ...{ version: 1, key, made_at: madeAt, model, total, words, ids },
    ...{ places: Array.from(places, rounded), topic: [...topic] },
  };
  return `${JSON.stringify(kept)}\n`;
}

/** Null for what is none, or of another version: it is made anew. */
export function readKept(text: string): KeptMap | null {
  const found = keptSchema.safeParse(parsed(text));
  if (!found.success) return null;
  const { key, made_at: madeAt, model, ids, total, words, places, topic } = found.data;
  if (places.length !== 2 * ids.length || topic.length !== ids.length) return null;
  const drawn = { ids, total, words, places: Float32Array.from(places), topic: Uint16Array.from(topic) };
  return { key, madeAt, model, drawn };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
