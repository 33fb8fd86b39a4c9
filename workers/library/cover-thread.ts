/** Thread script of `cover.ts`: decodes a picture, scales it, answers a JPEG. */
import { Jimp } from 'jimp';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../base/errors.js';

export type CoverAnswer = { jpeg: Uint8Array; width: number; height: number } | { problem: string };

const { data, side } = workerData as { data: Uint8Array; side: number };

async function cover(): Promise<CoverAnswer> {
  const picture = await Jimp.read(Buffer.from(data));
  if (picture.width > side || picture.height > side) picture.scaleToFit({ w: side, h: side });
  // JPEG knows no transparency: what shines through is white, as on paper.
  const ground = new Jimp({ width: picture.width, height: picture.height, color: 0xffffffff });
  ground.composite(picture, 0, 0);
  const jpeg = await ground.getBuffer('image/jpeg', { quality: 85 });
  return { jpeg, width: ground.width, height: ground.height };
}

parentPort?.postMessage(await cover().catch((error: unknown): CoverAnswer => ({ problem: messageOf(error) })));
