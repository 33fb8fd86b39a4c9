/**
 * Scripts and what a pen does with them, by the public documentation of the format and by what the public tests of the
 * assembler have measured on a pen's own firmware (docs/virtual-pen.md, "Sources").
 */
import { describe, expect, it } from '@jest/globals';
import { assembled, type Book } from './assembled.js';
import { PaperPen } from './paper-pen.js';

/** A pen that has loaded a book; chance answers with these numbers, then with 0. */
function loaded(book: Book, rolls: number[] = []): PaperPen {
  const left = [...rolls];
  const pen = new PaperPen(assembled(book), (below) => (left.shift() ?? 0) % below);
  pen.start();
  left.splice(0, left.length, ...rolls);
  return pen;
}

interface Case {
  /** Lines of script 2000. */
  lines: string[];
  /** Values that the registers begin with. */
  begin?: number[];
  /** Lines of script 3000. */
  other?: string[];
  plays?: number[];
  /** Registers that have another value than before. */
  registers?: Record<number, number>;
  /** The line that ran, from 0. */
  line?: number | null;
  rolls?: number[];
}

const cases: [string, Case][] = [
  // Conditions: 16 bits without sign on both sides.
  ['== holds', { lines: ['$0==7? P(1)', 'P(2)'], begin: [7], plays: [1], line: 0 }],
  ['== does not hold', { lines: ['$0==8? P(1)', 'P(2)'], begin: [7], plays: [2], line: 1 }],
  ['the alias of == holds', { lines: ['$0=~7? P(1)', 'P(2)'], begin: [7], plays: [1], line: 0 }],
  ['the alias of == does not hold', { lines: ['$0=~8? P(1)', 'P(2)'], begin: [7], plays: [2], line: 1 }],
  ['!= holds', { lines: ['$0!=8? P(1)'], begin: [7], plays: [1], line: 0 }],
  ['!= does not hold', { lines: ['$0!=7? P(1)'], begin: [7], line: null }],
  ['> holds', { lines: ['$0>6? P(1)'], begin: [7], plays: [1], line: 0 }],
  ['> does not hold on the same', { lines: ['$0>7? P(1)'], begin: [7], line: null }],
  ['< holds', { lines: ['$0<8? P(1)'], begin: [7], plays: [1], line: 0 }],
  ['< does not hold on the same', { lines: ['$0<7? P(1)'], begin: [7], line: null }],
  ['>= holds on the same', { lines: ['$0>=7? P(1)'], begin: [7], plays: [1], line: 0 }],
  ['>= does not hold below', { lines: ['$0>=8? P(1)'], begin: [7], line: null }],
  ['<= holds on the same', { lines: ['$0<=7? P(1)'], begin: [7], plays: [1], line: 0 }],
  ['<= does not hold above', { lines: ['$0<=6? P(1)'], begin: [7], line: null }],
  ['a comparison has no sign', { lines: ['$0>1? P(1)'], begin: [65_535], plays: [1], line: 0 }],
  ['the highest is not below the lowest', { lines: ['$0<0? P(1)'], begin: [65_535], line: null }],
  ['registers on both sides', { lines: ['$0<$1? P(1)'], begin: [3, 4], plays: [1], line: 0 }],
  ['constants on both sides', { lines: ['3<4? P(1)'], plays: [1], line: 0 }],
  ['a constant on the left', { lines: ['3<$0? P(1)'], begin: [4], plays: [1], line: 0 }],
  ['two conditions that hold', { lines: ['$0==1? $1==2? P(1)'], begin: [1, 2], plays: [1], line: 0 }],
  ['the second condition does not hold', { lines: ['$0==1? $1==3? P(1)', 'P(2)'], begin: [1, 2], plays: [2], line: 1 }],
  ['the first condition does not hold', { lines: ['$0==2? $1==2? P(1)', 'P(2)'], begin: [1, 2], plays: [2], line: 1 }],
  ['eight conditions', { lines: [`${'$0==1? '.repeat(8)}P(1)`], begin: [1], plays: [1], line: 0 }],
  ['an operator that nobody knows never holds', { lines: ['$0#12341? P(1)', 'P(2)'], begin: [1], plays: [2], line: 1 }],
  ['a register that has no first value is 0', { lines: ['$9==0? P(1)'], plays: [1], line: 0 }],
  ['only the first line that holds runs', { lines: ['P(1)', 'P(2)'], plays: [1], line: 0 }],
  ['the last of a hundred lines', { lines: [...Array<string>(99).fill('$0==1? P(1)'), 'P(2)'], plays: [2], line: 99 }],
  ['a script without lines', { lines: [], line: null }],
  ['a line without actions', { lines: ['$0==0?'], line: 0 }],

  // Registers.
  [':= a constant', { lines: ['$0:=5'], registers: { 0: 5 }, line: 0 }],
  [':= a register', { lines: ['$0:=$1'], begin: [1, 9], registers: { 0: 9 }, line: 0 }],
  [':= the same changes nothing', { lines: ['$0:=5'], begin: [5], registers: {}, line: 0 }],
  [':= 65535', { lines: ['$0:=65535'], registers: { 0: 65_535 }, line: 0 }],
  [':= a register beyond those of the file', { lines: ['$500:=5'], registers: { 500: 5 }, line: 0 }],
  ['+= a constant', { lines: ['$0+=5'], begin: [2], registers: { 0: 7 }, line: 0 }],
  ['+= a register', { lines: ['$0+=$1'], begin: [2, 3], registers: { 0: 5 }, line: 0 }],
  ['+= beyond 16 bits begins at 0', { lines: ['$0+=3'], begin: [65_534], registers: { 0: 1 }, line: 0 }],
  ['-= a constant', { lines: ['$0-=2'], begin: [5], registers: { 0: 3 }, line: 0 }],
  ['-= below 0 begins at 65535', { lines: ['$0-=1'], begin: [0], registers: { 0: 65_535 }, line: 0 }],
  ['*= a constant', { lines: ['$0*=6'], begin: [7], registers: { 0: 42 }, line: 0 }],
  ['*= keeps the low 16 bits', { lines: ['$0*=300'], begin: [300], registers: { 0: 90_000 - 65_536 }, line: 0 }],
  ['*= of the highest', { lines: ['$0*=65535'], begin: [65_535], registers: { 0: 1 }, line: 0 }],
  ['%= a constant', { lines: ['$0%=5'], begin: [17], registers: { 0: 2 }, line: 0 }],
  ['%= without a rest', { lines: ['$0%=17'], begin: [17], registers: { 0: 0 }, line: 0 }],
  ['%= 0 leaves it', { lines: ['$0%=0 P(1)'], begin: [17], registers: {}, plays: [1], line: 0 }],
  ['/= a constant', { lines: ['$0/=5'], begin: [17], registers: { 0: 3 }, line: 0 }],
  ['/= of what is larger', { lines: ['$0/=18'], begin: [17], registers: { 0: 0 }, line: 0 }],
  ['/= 0 leaves it', { lines: ['$0/=0 P(1)'], begin: [17], registers: {}, plays: [1], line: 0 }],
  ['&=', { lines: ['$0&=12'], begin: [10], registers: { 0: 8 }, line: 0 }],
  ['|=', { lines: ['$0|=12'], begin: [10], registers: { 0: 14 }, line: 0 }],
  ['^=', { lines: ['$0^=12'], begin: [10], registers: { 0: 6 }, line: 0 }],
  ['^= with the highest bit', { lines: ['$0^=$1'], begin: [65_535, 32_768], registers: { 0: 32_767 }, line: 0 }],
  ['Neg', { lines: ['Neg($0)'], begin: [1], registers: { 0: 65_535 }, line: 0 }],
  ['Neg of a half of the range is itself', { lines: ['Neg($0)'], begin: [32_768], registers: {}, line: 0 }],
  ['Neg of 0', { lines: ['Neg($0)'], begin: [0], registers: {}, line: 0 }],
  ['Neg twice', { lines: ['Neg($0) Neg($0)'], begin: [5], registers: {}, line: 0 }],
  ['actions run in order', { lines: ['$0:=3 $0*=4 $0-=2 $1:=$0'], registers: { 0: 10, 1: 10 }, line: 0 }],
  [
    'a condition sees what was before its line',
    { lines: ['$0==0? $0:=1', '$0==1? P(1)'], registers: { 0: 1 }, line: 0 },
  ],
  ['a chance up to 9, counted from 0', { lines: ['T($0,9)'], rolls: [9], registers: { 0: 9 }, line: 0 }],
  ['a chance of one value', { lines: ['T($0,0)'], rolls: [5], begin: [3], registers: { 0: 0 }, line: 0 }],
  [
    'the limit of a chance is a constant, whatever it says',
    {
      lines: ['#FF00(0,$4)'],
      begin: [0, 0, 0, 0, 99],
      rolls: [4],
      registers: { 0: 4 },
      line: 0,
    },
  ],
  ['nothing of nine actions but eight', { lines: [`${'$0+=1 '.repeat(9)}`], registers: { 0: 8 }, line: 0 }],
  [
    'no sound that is the ninth action',
    { lines: [`${'$0+=1 '.repeat(8)}P(1)`], registers: { 0: 8 }, plays: [], line: 0 },
  ],

  // Sounds.
  ['P', { lines: ['P(3)'], plays: [3], line: 0 }],
  ['P twice', { lines: ['P(3) P(1)'], plays: [3, 1], line: 0 }],
  ['P of the same twice', { lines: ['P(3) P(3)'], plays: [3, 3], line: 0 }],
  ['P eight times', { lines: ['P(0) P(1) P(2) P(3) P(4) P(5) P(6) P(7)'], plays: [0, 1, 2, 3, 4, 5, 6, 7], line: 0 }],
  ['P of an entry that a register names', { lines: ['P($0) # 7 8 9'], begin: [2], plays: [9], line: 0 }],
  ['PA', { lines: ['PA(3,4,5)'], plays: [3, 4, 5], line: 0 }],
  ['PA of a part', { lines: ['#FB00(0,258) # 5 6 7 8'], plays: [6, 7], line: 0 }],
  ['PA of one', { lines: ['#FB00(0,257) # 5 6 7 8'], plays: [6], line: 0 }],
  ['PA of a range that falls', { lines: ['#FB00(0,513) # 5 6 7 8'], plays: [], line: 0 }],
  [
    'PA of a range that a register names',
    { lines: ['#FB00(0,$0) # 5 6 7 8'], begin: [0x0203], plays: [7, 8], line: 0 },
  ],
  ['PA*', { lines: ['PA*(3,4,5)'], plays: [3, 4, 5], line: 0 }],
  ['PA* of none', { lines: ['#FFE1(0,0)'], plays: [], line: 0 }],
  ['P of one by chance, the first', { lines: ['P(3,4,5)'], rolls: [0], plays: [3], line: 0 }],
  ['P of one by chance, the last', { lines: ['P(3,4,5)'], rolls: [2], plays: [5], line: 0 }],
  ['P of one by chance, of a part', { lines: ['#FC00(0,258) # 5 6 7 8'], rolls: [1], plays: [7], line: 0 }],
  ['P*, the first', { lines: ['P*(3,4,5)'], rolls: [0], plays: [3], line: 0 }],
  ['P*, the last', { lines: ['P*(3,4,5)'], rolls: [2], plays: [5], line: 0 }],
  ['P* of none', { lines: ['#FFE0(0,0)'], plays: [], line: 0 }],
  ['P?, an even number of events', { lines: ['P(1) P?(2) P(3)'], rolls: [0], plays: [1, 2, 3], line: 0 }],
  ['P?, an odd number of events', { lines: ['P(1) P?(2) P(3)'], rolls: [1], plays: [1, 3], line: 0 }],
  [
    'P? of a constant, whatever it says',
    { lines: ['#FFA1(0,$1) # 4 5'], begin: [0, 0], rolls: [0], plays: [5], line: 0 },
  ],
  [
    'sounds and registers in one line',
    { lines: ['$0:=1 P(1) $0+=1 P(2)'], registers: { 0: 2 }, plays: [1, 2], line: 0 },
  ],
  ['the register of a sound is ignored', { lines: ['#FFE8(5,0) # 6'], plays: [6], line: 0 }],

  // Jumps.
  ['a jump behind a sound', { lines: ['P(1) J(3000)'], other: ['P(2)'], plays: [1, 2], line: 0 }],
  ['a jump before a sound', { lines: ['J(3000) P(1)'], other: ['P(2)'], plays: [1, 2], line: 0 }],
  ['a jump without a sound', { lines: ['J(3000)'], other: ['P(2)'], plays: [2], line: 0 }],
  [
    'a jump before a register is set',
    { lines: ['J(3000) $0:=1'], other: ['$0==1? P(1)', 'P(2)'], plays: [1], registers: { 0: 1 }, line: 0 },
  ],
  ['the last of two jumps', { lines: ['J(2000) J(3000)'], other: ['P(2)'], plays: [2], line: 0 }],
  ['a jump to a code in a register', { lines: ['J($0)'], begin: [3000], other: ['P(2)'], plays: [2], line: 0 }],
  ['a jump to what has no script', { lines: ['P(1) J(4000)'], plays: [1], line: 0 }],
  ['a jump to where nothing holds', { lines: ['P(1) J(3000)'], other: ['$0==1? P(2)'], plays: [1], line: 0 }],
  [
    'a jump to its own script',
    { lines: ['$0==3? P(9)', '$0+=1 P($0) J(2000) # 4 5 6 7'], plays: [5, 6, 7, 9], registers: { 0: 3 }, line: 1 },
  ],
  [
    'the line that is told is that of the code',
    { lines: ['$0==1? P(1)', 'J(3000)'], other: ['P(2)'], plays: [2], line: 1 },
  ],
  [
    'a jump as the ninth action',
    { lines: [`${'$0+=1 '.repeat(8)}J(3000)`], other: ['P(2)'], plays: [], registers: { 0: 8 }, line: 0 },
  ],

  // The rest.
  ['cancel alone', { lines: ['C'], plays: [], line: 0 }],
  ['cancel behind a sound', { lines: ['P(1) C'], plays: [1], line: 0 }],
  ['cancel before a sound', { lines: ['C P(1)'], plays: [1], line: 0 }],
  ['cancel and a jump', { lines: ['J(3000) C'], other: ['P(2)'], plays: [2], line: 0 }],
  ['the action that does nothing', { lines: ['#FEE8(0,0) P(1)'], plays: [1], line: 0 }],
  ['a game, and what is behind it', { lines: ['G(4) P(1)'], plays: [1], line: 0 }],
  ['a sound profile, and what is behind it', { lines: ['#FEE3(0,0) P(1)'], plays: [1], line: 0 }],
  ['an action that nobody knows, and what is behind it', { lines: ['#ABCD(0,1) P(1)'], plays: [1], line: 0 }],
];

it('at least sixty of them', () => expect(cases.length).toBeGreaterThanOrEqual(60));

it.each(cases)('%s', (_, { lines, begin, other, rolls, ...expected }) => {
  const scripts: Record<number, string[]> = { 2000: lines };
  if (other !== undefined) scripts[3000] = other;
  const pen = loaded({ scripts, registers: begin ?? [] }, rolls);
  const heard = pen.hear(2000);
  expect({
    plays: heard.plays,
    registers: Object.fromEntries([...heard.registers].map(([number, { after }]) => [number, after])),
    line: heard.lines[0]?.line ?? null,
  }).toEqual({ plays: expected.plays ?? [], registers: expected.registers ?? {}, line: expected.line });
  expect(heard.isEndless).toBe(false);
});

describe('what it cannot do is named once, and it goes on', () => {
  it.each([
    ['G(4) G(4)', { what: 'game', game: 4 }],
    ['#FEE0(0,0)', { what: 'profile', profile: 0 }],
    ['#FEE7(0,0)', { what: 'profile', profile: 7 }],
    ['#ABCD(0,1)', { what: 'action', opcode: 0xabcd }],
    ['$3/=0', { what: 'zero', register: 3 }],
    ['$3%=$1', { what: 'zero', register: 3 }],
    ['AT(0)', { what: 'timer' }],
    ['$0#12341? P(1)', { what: 'condition', operator: 0x1234 }],
  ])('%s', (text, unknown) => {
    const heard = loaded({ scripts: { 2000: [text, 'P(2)'] } }).hear(2000);
    expect(heard.unknown).toEqual([unknown]);
  });

  it.each(['P(1)', '#FEE8(0,0)', 'C', 'CT', 'AT(1)', 'T($0,9)'])('and nothing else: %s', (text) => {
    expect(loaded({ scripts: { 2000: [text] } }).hear(2000).unknown).toEqual([]);
  });
});
