/** The kinds of answers that routes have in common, as a document says them. */
import * as z from 'zod';
import type { Answers, Content } from './operation.js';

const html = { 'text/html': 'text' } as const;
const json = (schema: z.ZodType): Content => ({ 'application/json': schema });

/** GET of a page (`sendEither`): the facts, for who asks for JSON by name. */
export const page = (facts: z.ZodType): Answers => ({
  200: { description: 'The page; as JSON its facts.', content: { ...html, ...json(facts) } },
});

/** A part of a page (`sendPart`). */
export const part: Answers = { 200: { description: 'The part, for a page that exchanges it.', content: html } };

/** What a POST has done (`sendOutcome`). */
export const outcome = (facts: z.ZodType, status: 200 | 201 = 200): Answers => ({
  [status]: {
    description: 'It is done.',
    content: json(facts),
    ...(status === 201 && { headers: ['Location'] }),
  },
  303: { description: 'It is done; a browser (Accept: text/html) is led to the page.', headers: ['Location'] },
});

/** Codes of `file`. */
export const fileCodes = ['precondition_failed', 'range_not_satisfiable'] as const;

/** A file that lies on the disk (`sendFile`). */
export function file(...types: string[]): Answers {
  const content = Object.fromEntries(types.map((type) => [type, 'bytes'] as const));
  const headers = ['ETag', 'Accept-Ranges', 'Content-Length'];
  return {
    200: { description: 'The file.', content, headers },
    206: { description: 'The bytes that Range asks for.', content, headers: [...headers, 'Content-Range'] },
    304: { description: 'If-None-Match names it: it has not changed.', headers: ['ETag'] },
  };
}

/** A file that is made while it is sent (`sendSheet`): its length is not known before. */
export const made = (...types: string[]): Answers => ({
  200: {
    description: 'The file, sent while it is made.',
    content: Object.fromEntries(types.map((type) => [type, 'bytes'] as const)),
    headers: ['Content-Disposition'],
  },
});

export const success = z.literal(true);

/** ISO 8601, UTC. */
export const time = z.iso.datetime();
