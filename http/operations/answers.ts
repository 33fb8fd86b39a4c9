/**
 * Responses that many routes share, as the OpenAPI document describes them.
 *
 * A schema whose values are the program's own is also its type (`z.output`). `satisfies` keeps the others equal to
 * their interface: the workers, which know no HTTP, own the interfaces of albums, tracks and papers.
 */
import * as z from 'zod/v4';
import { takenAs } from '../../workers/base/input/schema.js';
import { Sentence, type Words } from '../../workers/base/language/sentence.js';
import type { Answers, Content } from './operation.js';

const html = { 'text/html': 'text' } as const;
const json = (schema: z.ZodType): Content => ({ 'application/json': schema });

/** GET of a page (`sendEither`). JSON is sent to clients that name it in Accept. */
export const page = (facts: z.ZodType): Answers => ({
  200: { description: 'The page, or its data as JSON.', content: { ...html, ...json(facts) } },
});

/** A part of a page (`sendPart`). */
export const part: Answers = { 200: { description: 'The part of the page, as HTML.', content: html } };

/** The outcome of a POST (`sendOutcome`). */
export const outcome = (facts: z.ZodType, status: 200 | 201 = 200): Answers => ({
  [status]: {
    description: 'Done.',
    content: json(facts),
    ...(status === 201 && { headers: ['Location'] }),
  },
  303: { description: 'Done. A browser (Accept: text/html) is redirected to the page.', headers: ['Location'] },
});

/** Error codes of `file`. */
export const fileCodes = ['precondition_failed', 'range_not_satisfiable'] as const;

/** A file on the disk (`sendFile`). */
export function file(...types: string[]): Answers {
  const content = Object.fromEntries(types.map((type) => [type, 'bytes'] as const));
  const headers = ['ETag', 'Accept-Ranges', 'Content-Length'];
  return {
    200: { description: 'The file.', content, headers },
    206: { description: 'The bytes that Range requests.', content, headers: [...headers, 'Content-Range'] },
    304: { description: 'The file has not changed since the version in If-None-Match.', headers: ['ETag'] },
  };
}

/** A file that is generated while it is sent (`sendSheet`), so its length is unknown. */
export const made = (...types: string[]): Answers => ({
  200: {
    description: 'The file, sent while it is generated.',
    content: Object.fromEntries(types.map((type) => [type, 'bytes'] as const)),
    headers: ['Content-Disposition'],
  },
});

export const success = z.literal(true);

const isWords = (given: unknown): boolean => typeof given === 'string' || given instanceof Sentence;

/** A sentence in the program, and a string in an answer. `.describe` would hide that from the document. */
export const words = (about?: string) =>
  takenAs(about === undefined ? z.string() : z.string().describe(about), z.custom<Words>(isWords));

/** ISO 8601, UTC. */
export const time = z.iso.datetime();
