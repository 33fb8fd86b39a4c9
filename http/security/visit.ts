/**
 * Decides what a page of another site may load from here. Its images, scripts, frames and requests are rejected. A link
 * that a person clicks may open cheap pages; all others need a confirmation (`ask-first-view.ts`). Browsers describe
 * the request in Sec-Fetch-Site, -Mode and -Dest. If these are missing, as over plain HTTP from another machine, Origin
 * and Referer decide. Programs send none of these and pass.
 */
import type { IncomingMessage } from 'node:http';
import { TonstiftError } from '../../workers/base/errors.js';
import type { FeaturePage } from '../slots.js';
import { isOrigin, safeMethods } from './guard.js';
import { say } from '../../workers/base/language/sentence.js';

/** `ours` is one of our pages, a typed address, or a program; `link` is a link on another site. */
type Visit = 'ours' | 'link' | 'foreign';

/** Only for safe methods. */
function visitOf({ method = '', headers }: IncomingMessage): Visit {
  const { origin, referer, host = '' } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return 'ours';
    if (site === 'same-site' && origin !== undefined && isOrigin(origin, host)) return 'ours';
    const isWholePage = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
    const isAhead = headers['sec-purpose'] !== undefined || headers['purpose'] !== undefined;
    return isWholePage && !isAhead && method !== 'OPTIONS' ? 'link' : 'foreign';
  }
  if (origin !== undefined) return isOrigin(origin, host) ? 'ours' : 'foreign';
  if (referer === undefined || !URL.canParse(referer) || isOrigin(new URL(referer).origin, host)) return 'ours';
  return headers.accept?.includes('text/html') === true ? 'link' : 'foreign';
}

/** Pages that only show what is in memory. All other pages may be expensive, or are downloads. */
const freePages = new Set(['/', '/library', '/pens', '/config', '/logs', '/help', '/login', '/healthz', '/readyz']);

/** A page of a feature is free without a query. */
const isFree = ({ path, search }: Visited, pages: readonly FeaturePage[]): boolean =>
  /^\/library\/\d+$/.test(path) ||
  freePages.has(path) ||
  (search === '' && pages.some((page) => page.path === path && page.asks !== true));

interface Visited {
  path: string;
  /** The query with its question mark. */
  search: string;
}

/**
 * Throws `forbidden_origin` if a page of another site requests anything except a visit to one of our pages.
 * @returns whether the person must confirm first
 */
export function needsAsking(request: IncomingMessage, visited: Visited, pages: readonly FeaturePage[]): boolean {
  if (!safeMethods.has(request.method ?? '')) return false;
  const visit = visitOf(request);
  if (visit === 'foreign') throw new TonstiftError('forbidden_origin', say('error.foreign_visit'));
  return visit === 'link' && !isFree(visited, pages);
}
