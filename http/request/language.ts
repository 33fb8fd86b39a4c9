/** The language in which a client reads: the one that was chosen on a page, else the one its browser asks for. */
import type { Context } from 'koa';
import { isLanguage, languages, type Language } from '../../workers/base/language/languages.js';
import { chosen, type KeptChoice } from './kept-choice.js';

export const languageChoice: KeptChoice = { name: 'language', values: languages };

/** Answers in a language must be kept apart by what it was told by. */
export function languageOf(ctx: Context): Language {
  ctx.vary('Accept-Language');
  ctx.vary('Cookie');
  const kept = chosen(ctx, languageChoice);
  if (isLanguage(kept)) return kept;
  const asked = ctx.acceptsLanguages(...languages);
  return isLanguage(asked) ? asked : 'en';
}
