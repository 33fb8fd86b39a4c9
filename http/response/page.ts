/** A page before its frame is put around it. */
import type { Sentence, SentenceKey } from '../../workers/base/language/sentence.js';
import type { Html } from './html.js';

/** The pages that every page leads to, by path. */
export const places = {
  '/': 'page.upload',
  '/library': 'page.library',
  '/print': 'page.print',
  '/pens': 'page.pens',
  '/papers': 'page.papers',
  '/config': 'page.config',
  '/logs': 'page.logs',
  '/help': 'page.help',
} as const satisfies Record<string, SentenceKey>;

export type Place = keyof typeof places;

export interface PageView {
  title: Sentence | string;
  place: Place | null;
  body: Html;
  /** Scripts in http/public, beside the live one. */
  scripts?: readonly string[];
}
