/** What the tab's title and a notification go by: scripts of the pages that touch no page. */
import { beforeAll, describe, expect, it } from '@jest/globals';

type Work = { kind: string; share: number | null };
type Told = { work: Work[]; marks: string[]; words: Record<string, string> };
type Pen = { id: string; name: string; state: string; unmounted: boolean };

/** Scripts of the browser have types of their own. */
const scriptOf = async <Script>(name: string): Promise<Script> =>
  (await import(String(new URL(`../../http/public/${name}`, import.meta.url)))) as Script;

const words = { copy: 'Copying …', import: 'Importing …', build: 'Making files …' };

describe('the title', () => {
  let titleOf: (own: string, told: Told) => string;
  beforeAll(async () => {
    ({ titleOf } = await scriptOf<{ titleOf: typeof titleOf }>('title.js'));
  });
  const title = (work: Work[], marks: string[] = []): string => titleOf('Library · Tonstift', { work, marks, words });

  it('is plain where nothing goes on', () => expect(title([])).toBe('Library · Tonstift'));

  it('tells what waits to be looked at', () => {
    expect(title([], ['2 new'])).toBe('● 2 new · Library · Tonstift');
    expect(title([], ['2 new', '1 problem'])).toBe('● 2 new, 1 problem · Library · Tonstift');
  });

  it('tells how far something is, rounded down, before what waits', () => {
    expect(title([{ kind: 'copy', share: 0.349 }], ['2 new'])).toBe('(34 %) Copying … · Tonstift');
    expect(title([{ kind: 'copy', share: 0.999 }])).toBe('(99 %) Copying … · Tonstift');
    expect(title([{ kind: 'build', share: 1.2 }])).toBe('(100 %) Making files … · Tonstift');
  });

  it('says so where it is not known how far', () => {
    expect(title([{ kind: 'import', share: null }])).toBe('Importing … · Tonstift');
  });

  it('tells the most urgent, and of several the one that is least far', () => {
    const work = [
      { kind: 'build', share: 0.1 },
      { kind: 'copy', share: 0.8 },
      { kind: 'copy', share: 0.5 },
      { kind: 'copy', share: null },
    ];
    expect(title(work)).toBe('(50 %) Copying … · Tonstift');
  });

  it('leaves out what is not told', () => {
    expect(title([{ kind: 'print', share: 0.5 }])).toBe('Library · Tonstift');
  });

  it('knows the name behind the last dot of any title', () => {
    expect(titleOf('A · B · Tonstift', { work: [{ kind: 'copy', share: 0 }], marks: [], words })).toBe(
      '(0 %) Copying … · Tonstift',
    );
  });
});

describe('a pen is told as finished', () => {
  let finishedPens: (copying: Set<string>, pens: Pen[]) => string[];
  beforeAll(async () => {
    ({ finishedPens } = await scriptOf<{ finishedPens: typeof finishedPens }>('finished-pens.js'));
  });
  /** After each state, which were told. */
  const told = (...states: string[]): string[][] => {
    const copying = new Set<string>();
    return states.map((state) =>
      finishedPens(copying, [{ id: 'P', name: 'Pen', state, unmounted: state === 'away' && states.includes('eject') }]),
    );
  };

  it('once, when it is ready after something was copied', () => {
    expect(told('copying', 'copying', 'ready', 'ready')).toEqual([[], [], ['Pen'], []]);
  });
  it('also where it is looked at between', () => {
    expect(told('copying', 'looking', 'ready')).toEqual([[], [], ['Pen']]);
  });
  it('not where nothing was copied, or it was pulled out, or has a problem', () => {
    expect(told('looking', 'ready').flat()).toEqual([]);
    expect(told('copying', 'away', 'looking', 'ready').flat()).toEqual([]);
    expect(told('copying', 'problem', 'ready').flat()).toEqual([]);
  });
  it('where it was unmounted for us', () => {
    expect(told('copying', 'away', 'eject')[1]).toEqual(['Pen']);
  });
});
