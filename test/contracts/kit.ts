/** What the contracts have in common. */
import { expect } from '@jest/globals';
import { stat } from 'node:fs/promises';
import type { ErrorCode } from '../../workers/base/errors.js';
import type { UploadedFile } from '../../http/request/uploaded-file.js';
import { putMp3 } from '../support/open-library.js';

export interface Told {
  type: string;
  data: unknown;
}

/** Services may throw at once or later; whoever awaits them sees no difference. */
export async function refuses(work: () => unknown, code: ErrorCode, fields: Record<string, unknown> = {}) {
  const thrown = await Promise.resolve()
    .then(work)
    .then(
      () => null,
      (error: unknown) => error,
    );
  expect(thrown).toMatchObject({ code, message: expect.stringMatching(/\S/) as unknown, fields });
}

let different = 0;

/** An mp3 without tags that sounds like no other, as a client has sent it. */
export async function sound(folder: string, filename: string): Promise<UploadedFile> {
  const path = `${folder}/${++different}`;
  await putMp3(path, { offset: 1 + different * 7, frames: 8 });
  return { path, filename, size: (await stat(path)).size };
}
