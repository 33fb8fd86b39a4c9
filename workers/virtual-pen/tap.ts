/** A tap of the pen on paper. */
import { limits } from '../gme/codes.js';
import { writtenLanguage } from '../gme/header.js';
import { forget, type VirtualPen } from './pen.js';
import { cannot, play, setRegister } from './run-line.js';
import { runScript } from './run-script.js';
import type { End, Steps } from './steps.js';

/** Codes up to here choose a file; the last ones a language of the pen. */
const lastProduct = 999;

/**
 * What happens at a tap, until the pen is silent or `end` comes; some files sound for ever.
 * @param code as on paper
 * @throws TonstiftError `bad_field` where the file plays what it has not, or jumps round without a sound
 */
export function* tap(pen: VirtualPen, code: number): Steps {
  yield { kind: 'end', why: yield* remembering(pen, answer(pen, code)) };
}

function* answer(pen: VirtualPen, code: number): Steps<End> {
  const { gme, state } = pen;
  if (code === gme.productId) return yield* load(pen);
  if (code > limits.code) return 'too_high';
  if (code > limits.productId && code <= lastProduct) return 'language_code';
  if (code <= lastProduct) {
    forget(pen);
    return 'other_product';
  }
  if (!state.isLoaded) return 'no_file';
  if (code === gme.specialSymbols?.replay) {
    yield* play(pen, [...state.lastHeard], 'start');
    return state.lastHeard.length === 0 ? 'nothing_to_repeat' : 'done';
  }
  if (code === gme.specialSymbols?.stop) return 'stopped';
  const script = gme.scripts.get(code);
  return script === undefined ? 'no_script' : yield* runScript(pen, script, code);
}

function* load(pen: VirtualPen): Steps<End> {
  const { gme, state } = pen;
  if (state.isLoaded) return 'again';
  if (pen.language !== undefined && gme.language !== '' && writtenLanguage(pen.language) !== gme.language)
    return 'other_language';
  forget(pen);
  state.isLoaded = true;
  yield { kind: 'load', product: gme.productId, language: gme.language };
  for (const [number, value] of gme.registers.entries()) yield* setRegister(pen, number, value);
  if (pen.hasPrograms) yield* cannot({ what: 'programs' });
  const lists = gme.powerOn;
  const welcome = lists.length > 1 ? lists[pen.chance(lists.length)] : lists[0];
  yield* play(pen, welcome ?? [], 'start');
  return 'done';
}

/** Media that are kept for the replay symbol; what sounds longer sounds for ever. */
const mostRemembered = 1000;

/** The same steps; what is heard is remembered for the replay symbol. */
export function* remembering<Result>({ state }: VirtualPen, steps: Steps<Result>): Steps<Result> {
  let heard: number[] | undefined;
  for (;;) {
    const { value: step, done } = steps.next();
    if (done === true) return step;
    if (step.kind === 'play') {
      if (heard === undefined) state.lastHeard = heard = [];
      if (heard.length < mostRemembered) heard.push(step.medium);
    }
    yield step;
  }
}
