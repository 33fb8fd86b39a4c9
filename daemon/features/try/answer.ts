/** Converts a tap into a response: its sounds in order, and the actions before, between and after them. */
import type { TryAnswer, TryFact, TrySound } from '../../../http/features/try/service.js';
import { TonstiftError } from '../../../workers/base/errors.js';
import { say, type Words } from '../../../workers/base/language/sentence.js';
import { lineText } from '../../../workers/gme/notation.js';
import type { Gme } from '../../../workers/gme/read.js';
import type { VirtualPen } from '../../../workers/features/try/virtual-pen/pen.js';
import type { SeededChance } from '../../../workers/features/try/virtual-pen/seeded-chance.js';
import type { Step, Steps } from '../../../workers/features/try/virtual-pen/steps.js';
import { endWords, unknownWords } from '../../../workers/features/try/virtual-pen/words.js';
import { stateText } from './state-text.js';

/** Sounds per response; a client requests more after it has played them. */
const mostSounds = 100;
/** Milliseconds after which a tap is aborted, because a file may run many steps without a sound. */
const patience = 500;

export interface Tapped {
  pen: VirtualPen;
  chance: SeededChance;
  steps: Steps;
  code: number | 'timer';
  /** Number of sounds that were sent already. */
  from: number;
  titleOf: (medium: number) => Words;
  /** Milliseconds from any zero. */
  monotonic: () => number;
}

/** @throws TonstiftError `bad_field` if the file is invalid, `not_now` if it takes too long */
export function answerOf(tapped: Tapped): Omit<TryAnswer, 'before'> {
  const { pen, chance, steps, code, from, titleOf, monotonic } = tapped;
  const until = monotonic() + patience;
  const sounds: TrySound[] = [];
  let [facts, end, at, count]: [TryFact[], Words | null, number | null, number] = [[], null, null, 0];
  for (const step of steps) {
    if (monotonic() > until) throw new TonstiftError('not_now', say('try.too_long'));
    if (step.kind === 'line') at = step.code;
    if (step.kind === 'end') end = endWords(step.why);
    if (step.kind === 'play') {
      if (sounds.length === mostSounds) break;
      count += 1;
      if (count > from) {
        const state = stateText(pen.state, chance.seed());
        sounds.push({ medium: step.medium, title: titleOf(step.medium), code: at, facts, state });
      }
      facts = [];
    } else facts.push(...factsOf(step, pen.gme));
  }
  // The next step after the last sound is another sound, which has not been played yet.
  const more = end === null ? count : null;
  const state = more === null ? stateText(pen.state, chance.seed()) : (sounds.at(-1)?.state ?? '');
  const { timer } = pen.state;
  return { code, sounds, facts: more === null ? facts : [], end, more, state, timer: timer?.left ?? null };
}

function factsOf(step: Step, gme: Gme): TryFact[] {
  switch (step.kind) {
    case 'load':
      return [{ words: say('try.did.load', { product: String(step.product) }) }];
    case 'line': {
      const { code, line } = step;
      const script = code === null ? gme.timerScript : gme.scripts.get(code);
      const written = script?.[line];
      const facts = { line: line + 1, lines: script?.length ?? 0 };
      const words =
        code === null ? say('try.did.timer_line', facts) : say('try.did.line', { ...facts, code: `${code}` });
      return [{ words, ...(written === undefined ? {} : { script: lineText(written) }) }];
    }
    case 'register': {
      const { register: number, before, after } = step;
      const words = say('try.did.register', { number: `${number}`, before: `${before}`, after: `${after}` });
      return [{ words, register: { number, before, after } }];
    }
    case 'jump':
      return [{ words: say('try.did.jump', { code: String(step.code) }) }];
    case 'timer':
      return [
        { words: say(step.period === 0 ? 'try.did.no_timer' : 'try.did.timer', { seconds: step.period / 1000 }) },
      ];
    case 'unknown':
      return [{ words: say('try.did.unknown', { what: unknownWords(step.unknown) }), unknown: true }];
    default:
      return [];
  }
}
