/** Tells if other devices can reach the pages, and at which address. */
import type { Context } from 'koa';
import { isLoopback } from '../../../config/rules.js';
import type { Kit } from '../../response/kit.js';

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

export function phoneState(ctx: Context, { services }: Kit): PhoneState {
  const { config } = services;
  const host = config.fields().find(({ name }) => name === 'host');
  const isForced = host?.source === 'flag' || host?.source === 'environment';
  const used = usedAddress(ctx);
  return {
    isOpen: services.access.isOpen(),
    addresses: used === undefined ? services.homeAddresses(ctx.socket.localPort ?? 0) : [used],
    isWaiting: config.pendingRestart().includes('host') && !isLoopback(String(config.values()['host'])),
    forced: isForced ? (host.source === 'flag' ? host.flag : host.environment) : null,
  };
}

/** The address in use, if it is one of another device. It is right also behind a proxy and in a container. */
function usedAddress(ctx: Context): string | undefined {
  if (isLoopback(ctx.hostname.replace(/^\[|\]$/g, ''))) return undefined;
  const isSecure = ctx.get('X-Forwarded-Proto') === 'https';
  return `${isSecure ? 'https' : ctx.protocol}://${ctx.host}/`;
}
