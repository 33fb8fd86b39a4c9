/** A tap as an answer: what comes before which sound, and what happens to who interrupts. */
import { describe, expect, it } from '@jest/globals';
import { answerOf } from '../../../../daemon/features/try/answer.js';
import { readState, stateText } from '../../../../daemon/features/try/state-text.js';
import { bytesSource } from '../../../../workers/gme/source.js';
import { newState, virtualPen, type VirtualPen } from '../../../../workers/features/try/virtual-pen/pen.js';
import { seededChance } from '../../../../workers/features/try/virtual-pen/seeded-chance.js';
import { tap } from '../../../../workers/features/try/virtual-pen/tap.js';
import { assembled, type Book } from '../../../workers/features/try/virtual-pen/assembled.js';

function play(book: Book, code: number, { state = '', from = 0, monotonic = (): number => 0 } = {}) {
  const blank = virtualPen(bytesSource(assembled(book)), () => 0);
  const { state: kept, seed } = readState(state, blank.gme, 5);
  const chance = seededChance(seed);
  const pen: VirtualPen = { ...blank, chance: chance.chance, state: kept };
  return answerOf({ pen, chance, steps: tap(pen, code), code, from, titleOf: String, monotonic });
}

const started = (book: Book): string => play(book, 900).state;

describe('an answer', () => {
  it('has each fact before its sound, and the rest behind the last', () => {
    const book = { scripts: { 2000: ['$1:=1 P(1) $2:=2 P(2) $3:=3'] } };
    const { sounds, facts } = play(book, 2000, { state: started(book) });
    expect(sounds.map((one) => one.facts.map(({ register }) => register?.number))).toEqual([[undefined, 1], [2]]);
    expect(facts.map(({ register }) => register?.number)).toEqual([3]);
  });

  it('keeps of what was interrupted only what came before', () => {
    const book = { scripts: { 2000: ['P(1) $1:=5'], 2001: ['$1==0? P(3)', 'P(4)'] } };
    const tapped = play(book, 2000, { state: started(book) });
    const medium = (state?: string) => play(book, 2001, { state: state ?? '' }).sounds[0]?.medium;
    expect([medium(tapped.sounds[0]?.state), medium(tapped.state)]).toEqual([3, 4]);
  });

  it('goes on where the last one ended, chance included', () => {
    const book = { scripts: { 2000: ['P*(1,2,3,4,5) J(2000)'] } };
    const state = started(book);
    const [whole, rest] = [play(book, 2000, { state }), play(book, 2000, { state, from: 40 })];
    const media = ({ sounds }: typeof whole): number[] => sounds.map(({ medium }) => medium);
    expect([whole.more, rest.more, whole.end]).toEqual([100, 140, null]);
    expect(media(rest).slice(0, 60)).toEqual(media(whole).slice(40));
    expect(new Set(media(whole)).size).toBe(5);
  });

  it('ends with exactly a hundred sounds', () => {
    const line = `PA(${Array.from({ length: 10 }, (_, n) => n).join(',')})`;
    const book = { scripts: { 2000: [`$0<9? $0+=1 ${line} J(2000)`, line] } };
    const answer = play(book, 2000, { state: started(book) });
    expect([answer.sounds.length, answer.more, String(answer.end)]).toEqual([100, null, 'Done.']);
  });

  it('gives up what takes too long', () => {
    let time = 0;
    const book = { scripts: { 2000: ['P(1) J(2000)'] } };
    expect(() => play(book, 2000, { state: started(book), monotonic: () => (time += 100) })).toThrow(/too long/);
  });
});

describe('a state', () => {
  const { gme } = virtualPen(bytesSource(assembled({ scripts: {} })), () => 0);
  const full = { ...newState(), isLoaded: true, timer: { period: 500, left: 20 }, lastHeard: [1, 9] };

  it('is the same after its way through a text', () => {
    for (const registers of [[], [[0, 7]], [[65_535, 65_535]]] as [number, number][][]) {
      const state = { ...full, registers: new Map(registers) };
      expect(readState(stateText(state, 77), gme, 1)).toEqual({ state: { ...state, isFirstSound: true }, seed: 77 });
    }
  });

  it('leaves out what is 0, which is what it is without', () => {
    expect(stateText({ ...full, registers: new Map([[3, 0]]) }, 1)).toContain('"registers":[]');
  });

  it.each([
    '[]',
    'null',
    '{"loaded":true,"registers":[[0,65536]],"timer":null,"heard":[],"seed":1}',
    '{"loaded":true,"registers":[[-1,1]],"timer":null,"heard":[],"seed":1}',
    '{"loaded":true,"registers":[],"timer":[0,0],"heard":[],"seed":1}',
    '{"loaded":true,"registers":[],"timer":null,"heard":[10],"seed":1}',
    '{"loaded":true,"registers":[],"timer":null,"heard":[],"seed":-1}',
    '{"loaded":true,"registers":[],"timer":null,"heard":[],"seed":1,"more":1}',
  ])('%s is none', (text) => {
    expect(() => readState(text, gme, 1)).toThrow(/state/);
  });
});
