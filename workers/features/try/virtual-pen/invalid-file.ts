/** Errors for a file that refers to something it does not contain, or that loops. */
import { TonstiftError } from '../../../base/errors.js';
import { say, type Sentence } from '../../../base/language/sentence.js';

/** A code, the timer (null), or the start field. */
export type Origin = number | null | 'start';

function originWords(origin: Origin): Sentence {
  if (origin === 'start') return say('tap.of.start');
  return origin === null ? say('tap.of.timer') : say('tap.of.script', { code: String(origin) });
}

function invalid(why: Sentence): TonstiftError {
  return new TonstiftError('bad_field', say('tap.lies', { why }), { gme: why });
}

export const noSuchEntry = (origin: Origin, entry: number, count: number): TonstiftError =>
  invalid(say('tap.lies.entry', { script: originWords(origin), entry: String(entry), count: String(count) }));

export const noSuchMedium = (origin: Origin, medium: number, count: number): TonstiftError =>
  invalid(say('tap.lies.medium', { script: originWords(origin), medium: String(medium), count: String(count) }));

export const silentLoop = (origin: Origin, count: number): TonstiftError =>
  invalid(say('tap.lies.loop', { script: originWords(origin), count: String(count) }));
