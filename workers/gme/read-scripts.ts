/** Reads the script table and everything it refers to. */
import type { Action, Condition, Line, Operand, Script, Scripts } from './script.js';
import { operandKinds } from './script.js';
import type { CheckedFile, Cursor } from './source.js';
import { hex, malformed } from './source.js';

/** Offsets that mean "none"; commercial files use both. */
export const isNowhere = (offset: number): boolean => offset === 0 || offset === 0xffff_ffff;

export interface ScriptTable {
  readonly firstCode: number;
  readonly lastCode: number;
  readonly scripts: Scripts;
}

export function readScriptTable(file: CheckedFile, offset: number): ScriptTable {
  const table = file.at(offset, 'the script table');
  const lastCode = table.u32();
  const firstCode = table.u32();
  if (firstCode > lastCode || lastCode > 0xffff) {
    throw malformed(
      `the script table at ${hex(offset)} lists codes ${firstCode} to ${lastCode}; codes must rise, up to 65535.`,
    );
  }
  table.room(lastCode - firstCode + 1, 4);
  const scripts = new Map<number, Script>();
  for (let code = firstCode; code <= lastCode; code++) {
    const at = table.u32();
    if (!isNowhere(at)) scripts.set(code, readScript(file, at, `script ${code}`));
  }
  return { firstCode, lastCode, scripts };
}

export function readScript(file: CheckedFile, offset: number, what: string): Script {
  const script = file.at(offset, what);
  const count = script.u16();
  script.room(count, 4);
  const lines: Line[] = [];
  for (let number = 0; number < count; number++) {
    lines.push(readLine(file.at(script.u32(), `line ${number + 1} of ${what}`)));
  }
  return lines;
}

function readLine(line: Cursor): Line {
  return {
    conditions: listOf(line, 8, readCondition),
    actions: listOf(line, 7, readAction),
    playlist: readNumbers(line),
  };
}

function readCondition(line: Cursor): Condition {
  return { left: readOperand(line), operator: line.u16(), right: readOperand(line) };
}

function readAction(line: Cursor): Action {
  return { register: line.u16(), opcode: line.u16(), operand: readOperand(line) };
}

function readOperand(line: Cursor): Operand {
  const number = line.u8();
  const kind = operandKinds[number];
  if (kind === undefined) {
    throw malformed(
      `the operand at ${hex(line.offset - 1)} is of kind ${number}; 0 (register) or 1 (constant) is allowed.`,
    );
  }
  return { kind, value: line.u16() };
}

/** Reads a count, then as many 16-bit numbers. */
export const readNumbers = (cursor: Cursor): number[] => listOf(cursor, 2, (entry) => entry.u16());

export function readPlaylistList(file: CheckedFile, offset: number, what: string): number[][] {
  return listOf(file.at(offset, what), 4, (list) => list.u32()).map((at, index) =>
    readNumbers(file.at(at, `playlist ${index} of ${what}`)),
  );
}

function listOf<T>(cursor: Cursor, entryBytes: number, read: (cursor: Cursor) => T): T[] {
  const count = cursor.u16();
  cursor.room(count, entryBytes);
  const entries: T[] = [];
  for (let i = 0; i < count; i++) entries.push(read(cursor));
  return entries;
}
