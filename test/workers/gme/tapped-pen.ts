/** A pen as a person hears it: it runs the scripts that stand in a file (docs/gme.md, "Scripts"). */
import { readGme, type Gme } from '../../../workers/gme/read.js';
import { limits } from '../../../workers/gme/codes.js';
import { opcodes, operators, type Condition, type Operand } from '../../../workers/gme/script.js';
import { bytesSource } from '../../../workers/gme/source.js';

const holds: Readonly<Record<number, (left: number, right: number) => boolean>> = {
  [operators.equal]: (left, right) => left === right,
  [operators.greater]: (left, right) => left > right,
  [operators.less]: (left, right) => left < right,
  [operators.greaterOrEqual]: (left, right) => left >= right,
  [operators.lessOrEqual]: (left, right) => left <= right,
  [operators.notEqual]: (left, right) => left !== right,
};

export class TappedPen {
  private readonly gme: Gme;
  private registers: number[] = [];

  constructor(file: Uint8Array) {
    this.gme = readGme(bytesSource(file));
  }

  /** A tap on the start field. @returns the media that are heard until it is silent */
  start(): number[] {
    this.registers = [...this.gme.registers];
    const [playlist = [], ...others] = this.gme.powerOn;
    if (others.length > 0) throw new Error('which of several lists plays, chance decides');
    return [...playlist];
  }

  /** A tap on any other field. @returns the media that are heard until it is silent */
  tap(code: number): number[] {
    const heard: number[] = [];
    // A jump waits until its line's own sound has ended.
    for (let next: number | undefined = code; next !== undefined;) next = this.run(next, heard);
    return heard;
  }

  /** @returns the code that it goes on with */
  private run(code: number, heard: number[]): number | undefined {
    const line = this.gme.scripts.get(code)?.find(({ conditions }) => conditions.every((one) => this.isTrue(one)));
    let next: number | undefined;
    for (const { register, opcode, operand } of line?.actions.slice(0, limits.actions) ?? []) {
      const value = this.valueOf(operand);
      if (opcode === opcodes.set) this.registers[register] = value;
      else if (opcode === opcodes.play) heard.push(line?.playlist[value] ?? Number.NaN);
      else if (opcode === opcodes.jump) next = value;
      else if (opcode !== opcodes.cancel) throw new Error(`no album needs the action ${opcode.toString(16)}`);
    }
    if (heard.length > 1000) throw new Error('it never ends');
    return next;
  }

  private isTrue({ left, operator, right }: Condition): boolean {
    return holds[operator]?.(this.valueOf(left), this.valueOf(right)) ?? false;
  }

  private valueOf({ kind, value }: Operand): number {
    return kind === 'constant' ? value : (this.registers[value] ?? 0);
  }
}
