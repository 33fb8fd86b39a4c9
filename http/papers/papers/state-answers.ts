/** Schemas of responses, from which the types of the service follow. */
import * as z from 'zod/v4';
import { time } from '../../operations/answers.js';

const chosen = z.boolean().describe('The query is restricted to it.');

export const matchesAnswer = z
  .object({
    papers: z.int(),
    conferences: z
      .array(z.object({ conference: z.string(), papers: z.int(), is_chosen: chosen }))
      .describe('Most papers first. The years of the query are applied, its conferences are not.'),
    years: z
      .array(z.object({ year: z.int(), papers: z.int(), is_chosen: chosen }))
      .describe('Newest first. The conferences of the query are applied, its years are not.'),
  })
  .nullable()
  .describe('The papers that contain all of the words of `q`, also those that are not listed. Null without `q`.');

export const paperStatusAnswer = z
  .object({
    state: z.enum(['idle', 'embedding', 'waiting']).describe('`waiting`: a service is not available and is retried.'),
    problem: z.string().nullable(),
    fact: z.string().nullable().describe('A limit of the search that is not a problem: there is no embedding server.'),
    progress: z.object({ done: z.number(), total: z.number() }).nullable(),
    model: z.string(),
    /** Embedding stops until a person decides about it. */
    other_model: z
      .string()
      .nullable()
      .describe('The model of the existing vectors, if those of the current one cannot be mixed with them.'),
    collection: z.string(),
    next_run: time.nullable(),
    papers: z.int(),
    embedded: z.int(),
    waiting: z.int(),
    /** Rejected by the embedding API and retried later. */
    failed: z.int(),
    elsewhere: z.int().describe('Embedded in another vector database, but not in this one.'),
    lost: z.int().describe('Of those waiting: papers that were embedded, and whose vectors were lost.'),
    is_improvable: z.boolean().describe('The model card recommends more than the existing vectors were made with.'),
    texts_per_request: z
      .int()
      .nullable()
      .describe('The texts in a request, if the embedding server rejects the number of the settings.'),
    failures: z.array(z.object({ uid: z.string(), title: z.string(), reason: z.string() })),
    conferences: z.array(z.string()),
    years: z.array(z.int()),
    sessions: z.array(z.string()),
  })
  .meta({ id: 'PaperStatus' });

export const checkAnswer = z.object({
  papers: z.int(),
  saved: z.int(),
  embedded: z.int().describe('Papers that the database notes as embedded.'),
  vectors: z.int().nullable().describe('Null if the vector database is not available.'),
  facts: z.array(z.string()).describe('Observations that are not problems but may explain something.'),
  problems: z.array(z.string()).describe('Empty if nothing is wrong.'),
});
