/** What a tap does, as an answer to a client: its sounds in order, and what is done before, between and after them. */
import type { TryAnswer, TryFact, TrySound } from '../../http/resources/try/service.js';
import { TonstiftError } from '../../workers/base/errors.js';
import { say, type Words } from '../../workers/base/language/sentence.js';
import { lineText } from '../../workers/gme/notation.js';
import type { Gme } from '../../workers/gme/read.js';
import type { VirtualPen } from '../../workers/virtual-pen/pen.js';
import type { SeededChance } from '../../workers/virtual-pen/seeded-chance.js';
import type { Step, Steps } from '../../workers/virtual-pen/steps.js';
import { endWords, unknownWords } from '../../workers/virtual-pen/words.js';
import { stateText } from './state-text.js';

/** Sounds of one answer; whoever hears them all asks for more. */
const mostSounds = 100;
/** Milliseconds after which a tap has taken too long: a file may do a great deal without a sound. */
const patience = 500;

export interface Tapped {
  pen: VirtualPen;
  chance: SeededChance;
  steps: Steps;
  code: number | 'timer';
  /** Sounds that were answered already. */
  from: number;
  titleOf: (medium: number) => Words;
  /** Milliseconds from any zero. */
  monotonic: () => number;
}

/** @throws TonstiftError `bad_field` where the file cannot be meant, `not_now` where it takes too long */
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
  // The step behind the last of them is another sound, which is not heard yet.
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
