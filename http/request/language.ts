/** The language in which a client reads: the one that was chosen on a page, else the one its browser asks for. */
import type { Context } from 'koa';
import { isLanguage, languages, type Language } from '../../workers/base/language/languages.js';
import { chosen, type KeptChoice } from './kept-choice.js';

export const languageChoice: KeptChoice = { name: 'language', values: languages };

export function languageOf(ctx: Context): Language {
  const kept = chosen(ctx, languageChoice);
  if (isLanguage(kept)) return kept;
  const asked = ctx.acceptsLanguages(...languages);
  return isLanguage(asked) ? asked : 'en';
}
