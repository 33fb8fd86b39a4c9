/** The reader's language: the one chosen on a page, otherwise the one that the browser asks for. */
import type { Context } from 'koa';
import { isLanguage, languages, type Language } from '../../workers/base/language/languages.js';
import { chosen, type KeptChoice } from './kept-choice.js';

export const languageChoice: KeptChoice = { name: 'language', values: languages };

/** Sets Vary, so that caches keep the languages apart. */
export function languageOf(ctx: Context): Language {
  ctx.vary('Accept-Language');
  ctx.vary('Cookie');
  const kept = chosen(ctx, languageChoice);
  if (isLanguage(kept)) return kept;
  return askedLanguage(ctx);
}

/** The language that the browser asks for; `fr-CH` chooses `fr`. */
export function askedLanguage(ctx: Context): Language {
  const asked = ctx.acceptsLanguages(...languages);
  return isLanguage(asked) ? asked : 'en';
}
