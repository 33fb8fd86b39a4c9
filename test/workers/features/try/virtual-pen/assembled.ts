/** Small files for the pen, written in the notation of the public assembler: `$0==1? $0:=2 P(2) J(2000)`. */
import { rawMediaKey, scramble } from '../../../../../workers/gme/cipher.js';
import { gmeComment, gmeMagic } from '../../../../../workers/gme/header.js';
import { block, layOut, raw, reference, text, u16, u32, u8, zerosTo } from '../../../../../workers/gme/layout.js';
import type { Block, Field } from '../../../../../workers/gme/layout.js';
import { constant, opcodes, operators, register } from '../../../../../workers/gme/script.js';
import type { Action, Condition, Line, Operand } from '../../../../../workers/gme/script.js';
import { goldenMedia } from '../../../gme/goldens.js';

/** Scripts by their codes, a text for each line; and what the header refers to. */
export interface Book {
  scripts: Record<number, string[]>;
  /** Values that the registers begin with. */
  registers?: number[];
  welcome?: number[][];
  timer?: string[];
  replay?: number;
  stop?: number;
  language?: string;
  productId?: number;
  media?: number;
}

const signs: Record<string, number> = {
  '==': operators.equal,
  '=~': operators.alsoEqual,
  '>': operators.greater,
  '<': operators.less,
  '>=': operators.greaterOrEqual,
  '<=': operators.lessOrEqual,
  '!=': operators.notEqual,
};
const assignments: Record<string, number> = {
  ':=': opcodes.set,
  '+=': opcodes.add,
  '-=': opcodes.subtract,
  '*=': opcodes.multiply,
  '%=': opcodes.modulo,
  '/=': opcodes.divide,
  '&=': opcodes.and,
  '|=': opcodes.or,
  '^=': opcodes.xor,
};
const plays: Record<string, number> = {
  P: opcodes.play,
  'P?': opcodes.playPerhaps,
  PA: opcodes.playRange,
  'P*': opcodes.playAny,
  'PA*': opcodes.playEach,
};
const others: Record<string, number> = { J: opcodes.jump, G: opcodes.startGame, AT: opcodes.armTimer };

const operand = (text: string): Operand =>
  text.startsWith('$') ? register(Number(text.slice(1))) : constant(Number(text));

function condition(word: string): Condition | undefined {
  const [, left, sign = '', right] = /^(\$?\d+)(==|=~|>=|<=|!=|>|<|#\w{4})(\$?\d+)\?$/.exec(word) ?? [];
  if (left === undefined || right === undefined) return undefined;
  const operator = sign.startsWith('#') ? Number.parseInt(sign.slice(1), 16) : (signs[sign] ?? 0);
  return { left: operand(left), operator, right: operand(right) };
}

/** @param playlist grows by what the word names */
function action(word: string, playlist: number[]): Action {
  const plain = (opcode: number, value: Operand, target = 0): Action => ({ register: target, opcode, operand: value });
  if (word === 'C') return plain(opcodes.cancel, constant(0xffff));
  if (word === 'CT') return plain(opcodes.cancelTimer, constant(0));
  const set = /^\$(\d+)(..)(\$?\d+)$/.exec(word);
  if (set !== null) return plain(assignments[set[2] ?? ''] ?? 0, operand(set[3] ?? ''), Number(set[1]));
  // An opcode in hex, register and operand: #FEE3(0,1)
  const raw = /^#(\w{4})\((\d+),(\$?\d+)\)$/.exec(word);
  if (raw !== null) return plain(Number.parseInt(raw[1] ?? '', 16), operand(raw[3] ?? ''), Number(raw[2]));
  const [, name = '', inner = ''] = /^([A-Za-z?*]+)\((.*)\)$/.exec(word) ?? [];
  if (name === 'Neg') return plain(opcodes.negate, constant(0), Number(inner.slice(1)));
  if (name === 'T') {
    const [target = '', most = ''] = inner.split(',');
    return plain(opcodes.counter, operand(most), Number(target.slice(1)));
  }
  const other = others[name];
  if (other !== undefined) return plain(other, operand(inner));
  const opcode = plays[name];
  if (opcode === undefined) throw new Error(`no such word: ${word}`);
  // P($0): the entry that a register names.
  if (inner.startsWith('$')) return plain(opcode, operand(inner));
  const first = playlist.length;
  playlist.push(...inner.split(',').filter(Boolean).map(Number));
  const isRange = opcode === opcodes.playRange || (opcode === opcodes.play && inner.includes(','));
  if (!isRange) return plain(opcode, constant(first));
  return plain(opcode === opcodes.play ? opcodes.playRandom : opcode, constant((first << 8) | (playlist.length - 1)));
}

/** `P(1) P(2) # 7 8` has 7 and 8 in its playlist, too. */
function line(written: string): Line {
  const [program = '', more = ''] = written.split(/(?:^|\s)#\s/);
  const playlist: number[] = [];
  const words = program.split(/\s+/).filter(Boolean);
  const conditions = words.map(condition).filter((one) => one !== undefined);
  const actions = words.slice(conditions.length).map((word) => action(word, playlist));
  playlist.push(...more.split(/\s+/).filter(Boolean).map(Number));
  return { conditions, actions, playlist };
}

type Scripts = [code: number, script: Block][];

const operandFields = ({ kind, value }: Operand): Field[] => [u8(kind === 'constant' ? 1 : 0), u16(value)];
const numbers = (values: readonly number[]): Field[] => [u16(values.length), ...values.map(u16)];

const lineBlock = ({ conditions, actions, playlist }: Line): Block =>
  block('line', [
    u16(conditions.length),
    ...conditions.flatMap(({ left, operator, right }) => [
      ...operandFields(left),
      u16(operator),
      ...operandFields(right),
    ]),
    u16(actions.length),
    ...actions.flatMap(({ register: target, opcode, operand: value }) => [
      u16(target),
      u16(opcode),
      ...operandFields(value),
    ]),
    ...numbers(playlist),
  ]);

function scriptBlock(texts: readonly string[]): Block {
  const lines = texts.map((text) => lineBlock(line(text)));
  return block('script', [block('list', [u16(lines.length), ...lines.map(reference)]), ...lines]);
}

function scriptTable(scripts: Scripts): Block {
  const codes = scripts.map(([code]) => code);
  const [first, last] = codes.length === 0 ? [1, 1] : [Math.min(...codes), Math.max(...codes)];
  const at = new Map(scripts);
  const entries = Array.from({ length: last - first + 1 }, (_, n): Field => {
    const script = at.get(first + n);
    return script === undefined ? u32(0xffff_ffff) : reference(script);
  });
  return block('script table', [u32(last), u32(first), ...entries, ...at.values()]);
}

function playlistList(lists: readonly (readonly number[])[]): Block {
  const playlists = lists.map((list) => block('playlist', numbers(list)));
  return block('playlists', [u16(lists.length), ...playlists.map(reference), ...playlists]);
}

function mediaTable(count: number): Block {
  const media = goldenMedia(count).map((bytes, index) => {
    scramble(bytes);
    return block(`medium ${index}`, [raw(bytes)]);
  });
  const sizes = goldenMedia(count).map(({ length }) => length);
  return block('media', [...media.flatMap((medium, n) => [reference(medium), u32(sizes[n] ?? 0)]), ...media]);
}

/** The file, whatever it says: unlike `workers/gme/write.ts`, nothing is checked here, and a pen checks little. */
export function assembled(book: Book): Uint8Array {
  const { language = '', productId = 900 } = book;
  const scripts = scriptTable(Object.entries(book.scripts).map(([code, lines]) => [Number(code), scriptBlock(lines)]));
  const timer = scriptBlock(book.timer ?? []);
  const games = block('games', [u32(0)]);
  const registers = block('registers', numbers(book.registers ?? []));
  const media = mediaTable(book.media ?? 10);
  const welcome = playlistList(book.welcome ?? []);
  const symbols = block('symbols', [u16(book.replay ?? 0), u16(book.stop ?? 0), ...Array<Field>(18).fill(u16(0))]);
  const header = block('header', [
    ...[scripts, media].map(reference),
    u32(gmeMagic),
    ...[timer, games].map(reference),
    u32(productId),
    reference(registers),
    u32(rawMediaKey),
    u8(gmeComment.length),
    text(`${gmeComment}20240229${language}`),
    zerosTo(0x71),
    reference(welcome),
    zerosTo(0x94),
    reference(symbols),
    zerosTo(0x200),
  ]);
  const [bytes] = layOut(block('file', [header, scripts, timer, games, registers, media, welcome, symbols, u32(0)]));
  return bytes as Uint8Array;
}
