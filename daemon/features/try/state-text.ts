/** Encodes the memory of a virtual pen as text, which the client stores. */
import * as z from 'zod/v4';
import { badFields } from '../../../workers/base/errors.js';
import { jsonIn } from '../../../workers/base/input/json.js';
import { say } from '../../../workers/base/language/sentence.js';
import type { Gme } from '../../../workers/gme/read.js';
import { newState, type PenState } from '../../../workers/features/try/virtual-pen/pen.js';

const isWord = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 0xffff;
const isRegister = (pair: unknown): pair is [number, number] =>
  Array.isArray(pair) && pair.length === 2 && pair.every(isWord);
/** Stops at the first wrong value. A schema of the values collects all, and takes seconds for a long text. */
const listOf = <Item>(is: (value: unknown) => value is Item, most: number) =>
  z.custom<Item[]>((value) => Array.isArray(value) && value.length <= most && value.every(is));
/** The longest timer: 65,535 × 100. */
const milliseconds = z.number().min(0).max(6_553_500);
const seed = z.int().min(0).max(0xffffffff);

const schema = z.strictObject({
  loaded: z.boolean(),
  /** Number and value; registers with the value 0 are omitted. */
  registers: listOf(isRegister, 65_536),
  /** Milliseconds of the period, and until the timer fires next. */
  timer: z.tuple([milliseconds.min(100), milliseconds]).nullable(),
  /** Media that the last tap played. */
  heard: listOf(isWord, 1000),
  /** The seed of the random numbers. */
  seed,
});

export interface Remembered {
  state: PenState;
  seed: number;
}

export function stateText({ isLoaded, registers, timer, lastHeard }: PenState, chance: number): string {
  const kept: z.output<typeof schema> = {
    loaded: isLoaded,
    registers: [...registers].filter(([, value]) => value !== 0),
    timer: timer === undefined ? null : [timer.period, timer.left],
    heard: lastHeard,
    seed: chance,
  };
  return JSON.stringify(kept);
}

/**
 * @param text empty for a new pen
 * @param fresh the seed of a new pen
 * @throws TonstiftError `bad_field`
 */
export function readState(text: string, { media }: Pick<Gme, 'media'>, fresh: number): Remembered {
  if (text === '') return { state: newState(), seed: fresh };
  const kept = schema.safeParse(jsonIn(text)).data;
  if (kept === undefined || kept.heard.some((medium) => medium >= media.length))
    throw badFields({ state: say('wrong.must_be', { expected: say('wrong.try_state') }) });
  const { loaded, registers, timer, heard } = kept;
  return {
    state: {
      isLoaded: loaded,
      registers: new Map(registers),
      timer: timer === null ? undefined : { period: timer[0], left: timer[1] },
      lastHeard: heard,
      isFirstSound: true,
    },
    seed: kept.seed,
  };
}
