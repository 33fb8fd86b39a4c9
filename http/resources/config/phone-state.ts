/** Tells if other devices can reach the pages, and at which address. */
import type { Context } from 'koa';
import { isLoopback } from '../../../config/rules.js';
import type { Kit } from '../../response/kit.js';
import { serviceAddress } from '../../response/location.js';
import { isFromHere } from '../../security/local.js';
import type { ConfigFieldView } from './service.js';

export interface PhoneState {
  /** Other devices have access, if there is a network. */
  isOpen: boolean;
  /** Web addresses for other devices, the best one first. Empty if there are none now. */
  addresses: readonly string[];
  /** Other devices have access after a restart. */
  isWaiting: boolean;
  /** The option or variable that limits the access to this computer. */
  forced: string | null;
}

export function phoneState(ctx: Context, { services }: Kit, fields: readonly ConfigFieldView[]): PhoneState {
  const { config } = services;
  const host = fields.find(({ name }) => name === 'host');
  const isForced = host?.source === 'flag' || host?.source === 'environment';
  return {
    isOpen: services.access.isOpen(),
    addresses: addressesFor(ctx, services.homeAddresses(ctx.socket.localPort ?? 0)),
    isWaiting: config.pendingRestart().includes('host') && !isLoopback(String(config.values()['host'])),
    forced: isForced ? (host.source === 'flag' ? host.flag : host.environment) : null,
  };
}

/**
 * The address that another device uses is right, also behind a proxy and in a container. One that this computer uses
 * may be known to this computer only, so it is the last.
 */
function addressesFor(ctx: Context, home: readonly string[]): readonly string[] {
  const used = usedAddress(ctx);
  if (used === undefined) return home;
  if (!isFromHere(ctx.req)) return [used];
  return home.length > 0 ? [...new Set([...home, used])] : [];
}

/** The address in use, if it is not one of loopback. */
function usedAddress(ctx: Context): string | undefined {
  if (isLoopback(ctx.hostname.replace(/^\[|\]$/g, ''))) return undefined;
  const address = `${serviceAddress(ctx)}/`;
  return URL.canParse(address) ? new URL(address).href : undefined;
}
