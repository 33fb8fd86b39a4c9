/** The host names that requests may use. */
import { hostname, networkInterfaces } from 'node:os';
import type { Config } from '../../config/fields.js';

/** Hosts that stand for all addresses of this computer. */
export const wildcard = new Set(['0.0.0.0', '::']);

/** The interfaces of this computer. None where a sandbox forbids to list them, as on Android. */
export function ownInterfaces(): ReturnType<typeof networkInterfaces> {
  try {
    return networkInterfaces();
  } catch {
    return {};
  }
}

/** Lower case, without ports and brackets: loopback, the configured host, and the configured further names. */
export function allowedHosts({ host, allowed_hosts }: Pick<Config, 'host' | 'allowed_hosts'>): Set<string> {
  const names = ['localhost', '127.0.0.1', '::1', ...allowed_hosts];
  if (!wildcard.has(host)) names.push(host);
  else {
    const own = hostname();
    names.push(own, `${own}.local`, `${own}.lan`, `${own}.fritz.box`);
    for (const addresses of Object.values(ownInterfaces()))
      names.push(...(addresses ?? []).map(({ address }) => address));
  }
  return new Set(
    names.map((name) =>
      name
        .toLowerCase()
        .replace(/^\[|\]$/g, '')
        .replace(/%.*$/, ''),
    ),
  );
}
