/** Sentences that describe a tap. */
import { say, type Sentence } from '../../../base/language/sentence.js';
import { hex } from '../../../gme/source.js';
import type { End, Unknown } from './steps.js';

export const endWords = (why: End): Sentence => say(`tap.end.${why}`);

export function unknownWords(unknown: Unknown): Sentence {
  switch (unknown.what) {
    case 'action':
      return say('tap.unknown.action', { code: hex(unknown.opcode, 4) });
    case 'condition':
      return say('tap.unknown.condition', { code: hex(unknown.operator, 4) });
    case 'game':
      return say('tap.unknown.game', { game: String(unknown.game) });
    case 'profile':
      return say('tap.unknown.profile', { profile: String(unknown.profile) });
    case 'zero':
      return say('tap.unknown.zero', { register: String(unknown.register) });
    case 'programs':
      return say('tap.unknown.programs');
    case 'timer':
      return say('tap.unknown.timer');
  }
}
