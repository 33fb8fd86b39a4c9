/** Describes the OpenAPI document itself, and the assets of the pages. */
import * as z from 'zod/v4';
import { get } from '../../operations/operation.js';
import { groups } from './groups.js';

const document = z.looseObject({ openapi: z.string() }).describe('This document.');

export const operations = [
  get('/openapi.json', {
    id: 'getOpenApi',
    tag: 'Service',
    summary: 'This document',
    answers: {
      200: { description: 'OpenAPI 3.1.', content: { 'application/json': document }, headers: ['ETag'] },
      304: { description: 'The document has not changed since the version in If-None-Match.', headers: ['ETag'] },
    },
  }),
  get('/api', {
    id: 'showApi',
    tag: 'Service',
    summary: 'The contents of this document as a page',
    answers: { 200: { description: 'The page, or the document as JSON.', content: contents() } },
  }),
  get('/api/:group', {
    id: 'showApiGroup',
    tag: 'Service',
    summary: 'A part of this document as a page',
    params: z.object({ group: z.enum(groups) }),
    answers: { 200: { description: 'The page, or the whole document as JSON.', content: contents() } },
    example: { group: 'albums' },
  }),
  get('/assets/:file', {
    id: 'getAsset',
    tag: 'Service',
    summary: 'Stylesheet, scripts and icons of the pages',
    about: 'With the `v` that pages use, it may be cached forever.',
    params: z.object({ file: z.string() }),
    isOpen: true,
    answers: {
      200: { description: 'The file.', content: { '*/*': 'bytes' }, headers: ['ETag'] },
      304: { description: 'The file has not changed since the version in If-None-Match.', headers: ['ETag'] },
    },
    example: { file: 'style.css' },
  }),
];

function contents() {
  return { 'text/html': 'text', 'application/json': document } as const;
}
