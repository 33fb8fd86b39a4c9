/** The start page and its upload. */
import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { readFields } from '../../../workers/base/input/read.js';
import { trackFiles, uploadFiles } from '../albums/input.js';
import { listed } from '../../../workers/base/language/listed.js';
import { say, type Sentence } from '../../../workers/base/language/sentence.js';
import { readFiles, withBody } from '../../request/body.js';
import { queryFields } from '../../request/fields.js';
import type { Flash } from '../../response/flash.js';
import { HttpError } from '../../response/errors.js';
import { sendEither, sendOutcome, sendPart, type Kit } from '../../response/kit.js';
import type { UploadResult } from '../albums/service.js';
import { addedCard } from './card.js';
import { importFields, keyOfFiles } from './input.js';
import { uploadView } from './view.js';

/** The number of titles listed; a folder may have many albums. */
const mostNamed = 3;

/** “A”, “B” and 3 more. */
function named(albums: UploadResult['albums']): Sentence {
  const rest = albums.length - mostNamed;
  const quoted = albums.map(({ album_title: title }) => say('upload.quoted', { title }));
  const shown = rest > 0 ? [...quoted.slice(0, mostNamed), say('upload.more', { count: rest })] : quoted;
  return listed(shown);
}

function flashOf({ albums, rejected, warnings, duplicate_of: oid }: UploadResult): Flash {
  const count = albums.length;
  const sentences: Flash['sentences'] = [say('upload.done', { count, titles: named(albums) })];
  if (oid !== null) sentences.push(say('upload.known', { count, oid }));
  sentences.push(
    ...rejected.map(({ filename, reason }) => say('upload.rejected', { filename, reason })),
    ...warnings.map(({ filename, reason }) => say('import.rejected', { filename, reason })),
  );
  return { kind: sentences.length > 1 ? 'warning' : 'done', sentences };
}

export function uploadRoutes(router: Router, kit: Kit): void {
  const { services } = kit;

  router.get('/', (ctx) => {
    const [status, mostBytes] = [services.status(), services.maxUploadBytes()];
    const facts = { success: true, version: services.version, status, max_upload_bytes: mostBytes };
    sendEither(ctx, kit, facts, () => {
      const parts = { above: kit.show('start.above', services), below: kit.show('start.below', services, kit.show) };
      return uploadView(status.inbox, mostBytes, parts);
    });
  });

  router.post('/', async (ctx) => {
    const isMultipart = ctx.is('multipart/form-data') !== false;
    if (!isMultipart) {
      if (await kit.upload(ctx)) return;
      throw new HttpError('unsupported_type', say('error.upload_type'));
    }
    const keyOf = keyOfFiles(ctx);
    await withBody(ctx, services, async (body) => {
      const { files, cover } = readFiles(say('what.upload'), uploadFiles, body);
      sendAdded(ctx, kit, await services.albums.upload(files, cover, await keyOf(files, cover)));
    });
  });

  router.post('/import', (ctx) =>
    withBody(ctx, services, async (body) => {
      const what = say('what.upload');
      const { files } = readFiles(what, trackFiles, body, Object.keys(importFields.shape));
      const { name } = readFields(what, importFields, body.fields);
      const result = await services.albums.import(name, files);
      sendOutcome(ctx, kit, { facts: { success: true, ...result }, location: '/library' });
    }),
  );

  router.get('/uploads/card', async (ctx) => {
    ctx.vary('Accept-Language');
    sendPart(ctx, await addedCard(queryFields(ctx), kit));
  });
}

/** Answers a request that added albums. */
export function sendAdded(ctx: Context, kit: Kit, result: UploadResult): void {
  const location = `/library/${result.album.oid}`;
  sendOutcome(ctx, kit, { status: 201, facts: { success: true, ...result }, location, flash: flashOf(result) });
}
