/** The virtual pen on a file in memory, for tests: what is heard at each tap. */
import { bytesSource } from '../../../../../workers/gme/source.js';
import { hear, type Heard } from '../../../../../workers/features/try/virtual-pen/hearing.js';
import { virtualPen, type Chance, type VirtualPen } from '../../../../../workers/features/try/virtual-pen/pen.js';
import { tap } from '../../../../../workers/features/try/virtual-pen/tap.js';

/** Where nothing may be left to chance. */
const noChance: Chance = (below) => {
  throw new Error(`chance was asked for one of ${below}`);
};

export class PaperPen {
  readonly pen: VirtualPen;

  constructor(file: Uint8Array, chance: Chance = noChance) {
    this.pen = virtualPen(bytesSource(file), chance);
  }

  /** A tap on the file's own start field. @returns the media that are heard until it is silent */
  start(): number[] {
    return this.tap(this.pen.gme.productId);
  }

  tap(code: number): number[] {
    return [...this.hear(code).plays];
  }

  hear(code: number): Heard {
    return hear(tap(this.pen, code));
  }

  register(number: number): number {
    return this.pen.state.registers.get(number) ?? 0;
  }
}
