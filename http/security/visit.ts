/**
 * Who reads: what a page of another site may make a browser fetch from here. Its pictures, scripts, frames and
 * requests get no answer; a link that a person follows leads to pages that cost nothing, and to all others by one
 * more press (`ask-first-view.ts`). Browsers say which of these it is in Sec-Fetch-Site, -Mode and -Dest; where they
 * do not, as over plain HTTP from another machine, Origin and Referer do. Programs send none of these and pass.
 */
import type { IncomingMessage } from 'node:http';
import { TonstiftError } from '../../workers/base/errors.js';
import { isOrigin } from './guard.js';
import { say } from '../../workers/base/language/sentence.js';

/** `ours` one of our pages, an address that was typed, or a program; `link` a page elsewhere led here. */
type Visit = 'ours' | 'link' | 'foreign';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Of requests that change nothing. */
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

/** Pages that show what is in memory anyway. What is not named here may cost something, or be a download. */
const freePages = new Set([
  '/',
  '/library',
  '/pens',
  '/papers',
  '/config',
  '/backup',
  '/logs',
  '/help',
  '/api',
  '/login',
  '/healthz',
  '/readyz',
]);

/** @param search of the address, with its question mark */
const isFree = (path: string, search: string): boolean =>
  /^\/(library\/\d+|api\/[a-z]+)$/.test(path) || (freePages.has(path) && (path !== '/papers' || search === ''));

/**
 * Throws `forbidden_origin` where a page of another site wants something other than to be left for one of ours.
 * @returns whether the person who follows a link has to be asked first
 */
export function needsAsking(request: IncomingMessage, path: string, search: string): boolean {
  if (!readingMethods.has(request.method ?? '')) return false;
  const visit = visitOf(request);
  if (visit === 'foreign') throw new TonstiftError('forbidden_origin', say('error.foreign_visit'));
  return visit === 'link' && !isFree(path, search);
}
