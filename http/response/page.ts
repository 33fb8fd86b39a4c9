/** The content of a page, without its frame. */
import type { Sentence, SentenceKey } from '../../workers/base/language/sentence.js';
import type { Html } from './html.js';

/** The pages in the navigation, by path. */
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
  /** Scripts in http/public, in addition to `live.js` and `drop.js`. */
  scripts?: readonly string[];
}
