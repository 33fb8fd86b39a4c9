/** Taps one after the other: what a pen remembers, and when it does nothing. */
import { describe, expect, it } from '@jest/globals';
import { bytesSource } from '../../../../../workers/gme/source.js';
import { hear } from '../../../../../workers/features/try/virtual-pen/hearing.js';
import { virtualPen } from '../../../../../workers/features/try/virtual-pen/pen.js';
import { tap } from '../../../../../workers/features/try/virtual-pen/tap.js';
import { firings } from '../../../../../workers/features/try/virtual-pen/timer.js';
import { assembled, type Book } from './assembled.js';
import { PaperPen } from './paper-pen.js';

const book: Book = {
  scripts: { 2000: ['P(1)'], 2001: ['$0+=1 P(2)'], 2002: ['$0==99? P(3)'] },
  registers: [5],
  welcome: [[7, 8]],
};

describe('the start field', () => {
  it('loads the file, sets its registers and plays the welcome', () => {
    const heard = new PaperPen(assembled(book)).hear(900);
    expect(heard).toMatchObject({ isLoaded: true, plays: [7, 8], lines: [], unknown: [], end: 'done' });
    expect([...heard.registers]).toEqual([[0, { before: 0, after: 5 }]]);
  });

  it('plays one of several welcomes, by chance', () => {
    const file = assembled({ ...book, welcome: [[1], [2, 3], []] });
    expect([0, 1, 2].map((roll) => new PaperPen(file, () => roll).start())).toEqual([[1], [2, 3], []]);
  });

  it('without a welcome only starts', () => {
    expect(new PaperPen(assembled({ ...book, welcome: [] })).hear(900)).toMatchObject({ plays: [], end: 'done' });
  });

  it('does nothing while its file is loaded: registers stay', () => {
    const pen = new PaperPen(assembled(book));
    pen.start();
    pen.tap(2001);
    expect(pen.hear(900)).toMatchObject({ plays: [], isLoaded: false, end: 'again' });
    expect(pen.register(0)).toBe(6);
  });

  it('comes before all others', () => {
    const pen = new PaperPen(assembled(book));
    expect(pen.hear(2000)).toMatchObject({ plays: [], end: 'no_file' });
    pen.start();
    expect(pen.hear(2000)).toMatchObject({ plays: [1], end: 'done' });
  });

  it('of another file has this one forgotten, with its registers and its timer', () => {
    const pen = new PaperPen(assembled({ ...book, scripts: { ...book.scripts, 2003: ['AT(1)'] }, timer: ['P(9)'] }));
    pen.start();
    pen.tap(2001);
    pen.tap(2003);
    expect(pen.hear(901)).toMatchObject({ plays: [], end: 'other_product' });
    expect([...firings(pen.pen, 1000)]).toEqual([]);
    expect(pen.hear(2000)).toMatchObject({ plays: [], end: 'no_file' });
    expect(pen.start()).toEqual([7, 8]);
    expect(pen.register(0)).toBe(5);
  });

  it('of a file in any language is heard', () => {
    expect(new PaperPen(assembled({ ...book, language: 'ITALIA' })).hear(900).end).toBe('done');
  });
});

describe('a code', () => {
  it.each([
    [1999, 'no_script'],
    [2002, 'no_line'],
    [14_999, 'no_script'],
    [15_000, 'too_high'],
    [65_535, 'too_high'],
    [994, 'language_code'],
    [999, 'language_code'],
    [1000, 'no_script'],
  ])('%i does nothing, and the file stays loaded: %s', (code, end) => {
    const pen = new PaperPen(assembled(book));
    pen.start();
    expect(pen.hear(code)).toMatchObject({ plays: [], lines: [], end });
    expect(pen.tap(2000)).toEqual([1]);
  });
});

describe('the special symbols', () => {
  const symbols = { ...book, replay: 4001, stop: 4002 };

  it('repeat what was heard last: the welcome, or a script’s sounds', () => {
    const pen = new PaperPen(assembled(symbols));
    expect(pen.hear(4001).end).toBe('no_file');
    pen.start();
    expect([pen.tap(4001), pen.tap(2001), pen.tap(4001), pen.tap(4001)]).toEqual([[7, 8], [2], [2], [2]]);
    expect(pen.register(0)).toBe(6);
  });

  it('repeat past what was silent', () => {
    const pen = new PaperPen(assembled(symbols));
    pen.start();
    expect([pen.tap(2000), pen.tap(2002), pen.tap(1999), pen.tap(4001)]).toEqual([[1], [], [], [1]]);
  });

  it('have nothing to repeat before the first sound', () => {
    const pen = new PaperPen(assembled({ ...symbols, welcome: [] }));
    pen.start();
    expect(pen.hear(4001)).toMatchObject({ plays: [], end: 'nothing_to_repeat' });
  });

  it('stop', () => {
    const pen = new PaperPen(assembled(symbols));
    pen.start();
    expect(pen.hear(4002)).toMatchObject({ plays: [], end: 'stopped' });
  });

  it('are none where the file names none', () => {
    const pen = new PaperPen(assembled(book));
    pen.start();
    expect(pen.hear(0).end).toBe('other_product');
    pen.start();
    expect(pen.hear(4001).end).toBe('no_script');
  });
});

describe('a tap that is interrupted', () => {
  it('leaves undone what would have come behind the sound', () => {
    const pen = new PaperPen(assembled({ scripts: { 2000: ['$0:=1 P(1) $0:=2 J(2001)'], 2001: ['$0:=3'] } }));
    pen.start();
    for (const step of tap(pen.pen, 2000)) if (step.kind === 'play') break;
    expect(pen.register(0)).toBe(1);
    expect(pen.tap(2000)).toEqual([1]);
    expect(pen.register(0)).toBe(3);
  });

  it('of one that sounds for ever is told apart from an error', () => {
    const pen = new PaperPen(assembled({ scripts: { 2000: ['P(1) J(2000)'] } }));
    pen.start();
    const heard = pen.hear(2000);
    expect(heard).toMatchObject({ isEndless: true, end: undefined });
    expect(heard.plays).toEqual(Array(1000).fill(1));
    expect(hear(tap(pen.pen, 2000), 3).plays).toEqual([1, 1, 1]);
  });
});

describe('the timer', () => {
  /** What is heard at each firing. */
  function passing(pen: PaperPen, milliseconds: number): (readonly number[])[] {
    const heard: (readonly number[])[] = [];
    for (const steps of firings(pen.pen, milliseconds)) heard.push(hear(steps).plays);
    return heard;
  }
  const timed = (timer: string[], arm = 'AT(2)'): PaperPen => {
    const pen = new PaperPen(assembled({ scripts: { 2000: [arm], 2001: ['CT'], 2002: ['AT(5)'] }, timer }));
    pen.start();
    return pen;
  };

  // The public tests: AT(2), about ten times in two seconds; then on; then CT.
  it('fires again and again, until it is ended', () => {
    const pen = timed(['$0+=1']);
    expect(passing(pen, 2000)).toEqual([]);
    expect(pen.hear(2000).timer).toBe(200);
    passing(pen, 2000);
    expect(pen.register(0)).toBe(10);
    passing(pen, 2000);
    expect(pen.register(0)).toBe(20);
    expect(pen.hear(2001).timer).toBe(0);
    passing(pen, 2000);
    expect(pen.register(0)).toBe(20);
  });

  it('keeps its time over several pauses and taps', () => {
    const pen = timed(['P(4)']);
    pen.tap(2000);
    expect(passing(pen, 150)).toEqual([]);
    pen.tap(1234);
    expect(passing(pen, 49)).toEqual([]);
    expect(passing(pen, 1)).toEqual([[4]]);
    expect(passing(pen, 400)).toEqual([[4], [4]]);
  });

  it('is replaced by another', () => {
    const pen = timed(['P(4)']);
    pen.tap(2000);
    pen.tap(2002);
    expect(passing(pen, 499)).toEqual([]);
    expect(passing(pen, 1)).toEqual([[4]]);
  });

  it('runs the first line that holds; a line may end it', () => {
    const pen = timed(['$0==2? P(5) CT', '$0+=1']);
    pen.tap(2000);
    expect(passing(pen, 10_000)).toEqual([[], [], [5]]);
  });

  it('may arm itself again, and jump', () => {
    const pen = timed(['AT(1) J(3000)']);
    pen.tap(2000);
    expect(passing(pen, 400)).toEqual([[], [], []]);
  });

  it('takes a constant, whatever it says', () => {
    const pen = timed(['P(4)'], '#FE00(0,$3)');
    expect(pen.hear(2000).timer).toBe(300);
  });

  it('of no length never fires', () => {
    const pen = timed(['P(4)'], 'AT(0)');
    pen.tap(2000);
    expect(passing(pen, 100_000)).toEqual([]);
  });

  it('tells its own lines from those of codes', () => {
    const pen = timed(['P(4)']);
    pen.tap(2000);
    const [steps] = firings(pen.pen, 200);
    expect(hear(steps!).lines).toEqual([{ code: null, line: 0 }]);
  });
});

it('a file of another origin may bring programs, which are named', () => {
  const bytes = assembled(book);
  const view = new DataView(bytes.buffer);
  view.setUint32(0xa8, view.getUint32(0x18, true), true); // the registers: one
  const heard = hear(
    tap(
      virtualPen(bytesSource(bytes), () => 0),
      900,
    ),
  );
  expect(heard).toMatchObject({ unknown: [{ what: 'programs' }], plays: [7, 8] });
});
