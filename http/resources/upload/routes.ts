/** The start page and its upload. */
import type { Router } from '@koa/router';
import { uploadFiles } from '../albums/input.js';
import { listed } from '../../../workers/base/language/listed.js';
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import { readFiles, withBody } from '../../request/body.js';
import type { Flash } from '../../response/flash.js';
import { HttpError } from '../../response/errors.js';
import { sendEither, sendOutcome, type Kit } from '../../response/kit.js';
import { arrivalsOf } from '../arrivals/routes.js';
import { firstRunOnStart } from '../first-run/routes.js';
import { problemsPart } from '../problems/view.js';
import type { UploadResult } from '../albums/service.js';
import { uploadView } from './view.js';

/** Titles that are named; of a folder of albums there may be many. */
const mostNamed = 3;

/** “A”, “B” and 3 more. */
function named(albums: UploadResult['albums']): Sentence {
  const rest = albums.length - mostNamed;
  const quoted = albums.map(({ album_title: title }) => say('upload.quoted', { title }));
  const shown = rest > 0 ? [...quoted.slice(0, mostNamed), say('upload.more', { count: rest })] : quoted;
  return listed(shown);
}

function flashOf({ albums, rejected, duplicate_of: oid }: UploadResult): Flash {
  const count = albums.length;
  const sentences: Flash['sentences'] = [say('upload.done', { count, titles: named(albums) })];
  if (oid !== null) sentences.push(say('upload.known', { count, oid }));
  sentences.push(...rejected.map(({ filename, reason }) => say('upload.rejected', { filename, reason })));
  return { kind: sentences.length > 1 ? 'warning' : 'done', sentences };
}

export function uploadRoutes(router: Router, kit: Kit): void {
  const { services } = kit;

  router.get('/', (ctx) =>
    sendEither(
      ctx,
      kit,
      () => ({
        success: true,
        version: services.version,
        status: services.status(),
        max_upload_bytes: services.maxUploadBytes(),
      }),
      () => {
        const news = {
          firstRun: firstRunOnStart(services),
          problems: problemsPart(services.problems.list()),
          arrivals: arrivalsOf(services),
        };
        return uploadView(services.status().inbox, services.maxUploadBytes(), news);
      },
    ),
  );

  router.post('/', async (ctx) => {
    if (ctx.is('multipart/form-data') === false) throw new HttpError('unsupported_type', say('error.upload_type'));
    await withBody(ctx, services, async (body) => {
      const { files, cover } = readFiles('An upload', uploadFiles, body);
      const result = await services.albums.upload(files, cover);
      const location = `/library/${result.album.oid}`;
      sendOutcome(ctx, kit, { status: 201, facts: { success: true, ...result }, location, flash: flashOf(result) });
    });
  });
}
