/** Thread script of `cover.ts`: decodes a picture, scales it, answers a JPEG. */
import { Jimp } from 'jimp';
import { messageOf } from '../base/errors.js';

export type CoverAnswer = { jpeg: Uint8Array; width: number; height: number } | { problem: string };

export interface CoverTask {
  data: Uint8Array;
  /** Pixels that the longer side has at most. */
  side: number;
}

async function cover({ data, side }: CoverTask): Promise<CoverAnswer> {
  const picture = await Jimp.read(Buffer.from(data));
  if (picture.width > side || picture.height > side) picture.scaleToFit({ w: side, h: side });
  // JPEG knows no transparency: what shines through is white, as on paper.
  const ground = new Jimp({ width: picture.width, height: picture.height, color: 0xffffffff });
  ground.composite(picture, 0, 0);
  const jpeg = await ground.getBuffer('image/jpeg', { quality: 85 });
  return { jpeg, width: ground.width, height: ground.height };
}

export default (task: CoverTask): Promise<CoverAnswer> =>
  cover(task).catch((error: unknown) => ({ problem: messageOf(error) }));
