/** Taps of the pen on paper. */
import { limits } from '../../../gme/codes.js';
import { cannot, setRegister } from './act.js';
import { beginToHear, forget, remember, type VirtualPen } from './pen.js';
import { checkMedia } from './playing.js';
import { runScript } from './run-script.js';
import type { End, Steps } from './steps.js';

/** Codes up to this one select a file; the last of them select the pen's language. */
const lastProduct = 999;

/**
 * Yields what happens at a tap, until the pen is silent; some files play forever. The steps throw TonstiftError
 * `bad_field` if the file plays something it does not contain, or loops without a sound.
 * @param code the printed code
 */
export function tap(pen: VirtualPen, code: number): Steps {
  const { gme, state } = pen;
  if (code === gme.productId) return load(pen);
  if (code > limits.code) return nothing('too_high');
  if (code > limits.productId && code <= lastProduct) return nothing('language_code');
  if (code <= lastProduct) return leave(pen);
  if (!state.isLoaded) return nothing('no_file');
  if (code === gme.specialSymbols?.replay) return repeat(pen);
  if (code === gme.specialSymbols?.stop) return nothing('stopped');
  const script = gme.scripts.get(code);
  if (script === undefined) return nothing('no_script');
  beginToHear(pen);
  return runScript(pen, script, code);
}

function* nothing(why: End): Steps {
  yield { kind: 'end', why };
}

function* load(pen: VirtualPen): Steps {
  const { gme, state } = pen;
  if (state.isLoaded) {
    yield { kind: 'end', why: 'again' };
    return;
  }
  forget(pen);
  state.isLoaded = true;
  yield { kind: 'load', product: gme.productId };
  for (const [number, value] of gme.registers.entries()) {
    const step = setRegister(pen, number, value);
    if (step !== undefined) yield step;
  }
  if (pen.hasPrograms) yield cannot({ what: 'programs' });
  const lists = gme.powerOn;
  const welcome = (lists.length > 1 ? lists[pen.chance(lists.length)] : lists[0]) ?? [];
  checkMedia(pen, welcome, 'start');
  beginToHear(pen);
  for (const medium of welcome) yield remember(pen, medium);
  yield { kind: 'end', why: 'done' };
}

/** A tap on the start field of another file unloads this one. */
function* leave(pen: VirtualPen): Steps {
  forget(pen);
  yield { kind: 'end', why: 'other_product' };
}

function* repeat(pen: VirtualPen): Steps {
  const media = pen.state.lastHeard;
  beginToHear(pen);
  for (const medium of media) yield remember(pen, medium);
  yield { kind: 'end', why: media.length === 0 ? 'nothing_to_repeat' : 'done' };
}
