/** Describes the route of pattern images. */
import * as z from 'zod/v4';
import { get } from '../../operations/operation.js';
import { wellFormed } from './input.js';

export const operations = [
  get('/images/:name', {
    id: 'getPattern',
    tag: 'Printing',
    summary: 'The dot pattern of a code as a picture',
    about:
      '`<code>-<mm>-<dpi>-<dot size>.png`: code 0 to 14999, 0.1 to 500 mm (`40x10` is a rectangle), 300 to 2400 dpi, ' +
      'dots of 1 to 4 pixels that leave a gap. Other values are 400.',
    params: z.object({ name: z.string().regex(wellFormed) }),
    answers: {
      200: { description: 'An image with one bit per pixel.', content: { 'image/png': 'bytes' }, headers: ['ETag'] },
      304: { description: 'The image has not changed since the version in If-None-Match.', headers: ['ETag'] },
    },
    codes: ['bad_field', 'not_now'],
    example: { name: '920-24-1200-2.png' },
  }),
];
