/**
 * Protects a service on this machine against web pages of other sites. Such a page may send a form here, which Origin
 * and Sec-Fetch-Site show. Or it may bind its own host name to our address (DNS rebinding), which Host shows. Programs
 * send neither Origin nor Sec-Fetch-Site and pass.
 */
import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../../config/rules.js';
import { TonstiftError } from '../../workers/base/errors.js';
import { HttpError } from '../response/errors.js';
import { say } from '../../workers/base/language/sentence.js';

/** The name in a Host header, lower case, without port, brackets and trailing dots; undefined if it is not valid. */
export function hostName(host: string): string | undefined {
  const match = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::(\d{1,5}))?$/.exec(host.toLowerCase());
  const name = match?.[1] ?? match?.[2]?.replace(/\.+$/, '');
  return name === '' || Number(match?.[3] ?? 0) > 65_535 ? undefined : name;
}

/** Throws `forbidden_host`, or `bad_request` if the request line contains a host. */
export function checkHost(request: IncomingMessage, allowed: ReadonlySet<string>): void {
  const target = request.url ?? '';
  if (!target.startsWith('/') && target !== '*') throw new HttpError('bad_request', say('error.request_line'));
  const hosts = request.rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length !== 1) {
    throw new TonstiftError('forbidden_host', say('error.hosts', { number: hosts.length }));
  }
  const host = request.headers.host ?? '';
  const name = hostName(host);
  // An attacker cannot point a loopback name to another machine.
  if (name !== undefined && (isLoopback(name) || allowed.has(name) || allowed.has(`[${name}]`))) return;
  const shown = JSON.stringify(host.slice(0, 100));
  throw new TonstiftError('forbidden_host', say('error.host', { name: shown }));
}

/**
 * Whether an origin is the origin of our pages under this Host. Both are compared after the scheme has completed them:
 * `http://localhost` equals `localhost` and `localhost:80`.
 */
export function isOrigin(origin: string, host: string): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  const { protocol, host: wanted, origin: whole } = new URL(origin);
  if (whole !== origin.toLowerCase() || !URL.canParse(`${protocol}//${host}`)) return false;
  return new URL(`${protocol}//${host}`).host === wanted;
}

/** Methods that change nothing. */
export const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Throws `forbidden_origin` if a page of another origin requests a change. */
export function checkOrigin(request: IncomingMessage): void {
  if (safeMethods.has(request.method ?? '')) return;
  const { origin, host = '' } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const ours = origin !== undefined && isOrigin(origin, host);
  const foreignOrigin = origin !== undefined && !ours;
  const foreignSite =
    site !== undefined && site !== 'same-origin' && site !== 'none' && !(site === 'same-site' && ours);
  if (!foreignOrigin && !foreignSite) return;
  throw new TonstiftError('forbidden_origin', say('error.foreign_change'));
}
