/** The name of a pen's albums: `Mia’s pen` for the pen that is named Mia. */
import { say } from '../../../workers/base/language/sentence.js';
import type { Part } from '../../response/html.js';
import type { PenView } from './service.js';

/** A name that already says what it names. */
const isOfThing = /\bpens?\b|stift|tiptoi/iu;

export function shelfOf({ name, given_name: given }: Pick<PenView, 'name' | 'given_name'>): Part {
  if (given === null || isOfThing.test(given)) return name;
  const sibilant = /[sßxz]$/iu.test(given) ? 'yes' : 'no';
  return [say('pen.of_child', { name: given, sibilant }), name.slice(given.length)];
}
