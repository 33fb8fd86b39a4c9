/** Pattern images. Covers belong to the albums. */
import type { Router } from '@koa/router';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { TonstiftError } from '../../../workers/base/errors.js';
import type { Kit } from '../../response/kit.js';
import { takingTurns } from '../../request/turns.js';
import { patternNamed } from './input.js';
import { isFresh } from '../../response/files/fresh.js';
import { say } from '../../../workers/base/language/sentence.js';

/** The same name gives the same bytes, except in another version of the program, which may compress differently. */
const tagOf = (name: string, version: string): string =>
  `"${createHash('sha256').update(`${version} ${name}`).digest('hex').slice(0, 32)}"`;

export function imageRoutes(router: Router, { services }: Kit): void {
  router.get('/images/:name', takingTurns({ atOnce: 4, waiting: 100 }), async (ctx) => {
    const name = ctx.params['name'] ?? '';
    const request = patternNamed(name);
    if (request === undefined) throw new TonstiftError('not_found', say('error.no_picture'));
    ctx.set('Cache-Control', 'private, max-age=86400');
    ctx.type = 'image/png';
    if (isFresh(ctx, tagOf(name, services.version))) return;
    const image = await services.patterns.image(request);
    ctx.body = Buffer.isBuffer(image) ? image : Readable.from(image);
  });
}
