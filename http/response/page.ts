/** The content of a page, without its frame. */
import type { Sentence, SentenceKey } from '../../workers/base/language/sentence.js';
import type { Services } from '../services.js';
import type { FeaturePage } from '../slots.js';
import type { Html } from './html.js';

/** The pages of the core in the navigation, by path. On a phone, the first four are always shown. */
const places = {
  '/': 'frame.upload',
  '/library': 'page.library',
  '/print': 'page.print',
  '/pens': 'page.pens',
  '/config': 'page.config',
  '/logs': 'page.logs',
  '/help': 'page.help',
} as const satisfies Record<string, SentenceKey>;

export const isCorePlace = (path: string): boolean => Object.hasOwn(places, path);

/** The name of a page, or of the page of the navigation that it is below. */
export const nameOfPage = (path: string, pages: readonly FeaturePage[]): SentenceKey | undefined =>
  [...Object.entries(places), ...pages.flatMap(({ path: at, name }) => (name ? [[at, name] as const] : []))].find(
    ([at]) => path === at || path.startsWith(`${at}/`),
  )?.[1];

/** Adds the pages of features that are listed now, before the settings. */
export function placesWith(
  pages: readonly FeaturePage[],
  services: Services,
): readonly [path: string, name: SentenceKey][] {
  const own = Object.entries(places);
  const at = own.findIndex(([path]) => path === '/config');
  const theirs = pages.flatMap(({ path, name, isListed }): [string, SentenceKey][] =>
    name === undefined || isListed?.(services) === false ? [] : [[path, name]],
  );
  return [...own.slice(0, at), ...theirs, ...own.slice(at)];
}

/** Number of pages that a phone always shows; the others are in its menu. */
export const mainPlaces = 4;

export interface PageView {
  title: Sentence | string;
  /** Its path in the navigation. */
  place: string | null;
  body: Html;
  /** Scripts in http/public, in addition to `live.js`. */
  scripts?: readonly string[];
}
