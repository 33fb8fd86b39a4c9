/** What a document says of patterns as pictures. */
import * as z from 'zod';
import { get } from '../../openapi/operation.js';
import { wellFormed } from './input.js';

export const operations = [
  get('/images/:name', {
    id: 'getPattern',
    tag: 'Printing',
    summary: 'The dot pattern of a code as a picture',
    about:
      '`<code>-<mm>-<dpi>-<dot size>.png`: code 0 to 14999, 0.1 to 500 mm (`40x10` is a rectangle), 300 to 2400 dpi, ' +
      'dots of 1 to 4 pixels that leave room: else 400.',
    params: z.object({ name: z.string().regex(wellFormed) }),
    answers: {
      200: { description: 'One bit a pixel.', content: { 'image/png': 'bytes' }, headers: ['ETag'] },
      304: { description: 'If-None-Match names it.', headers: ['ETag'] },
    },
    codes: ['bad_field', 'not_now'],
    example: { name: '920-24-1200-2.png' },
  }),
];
