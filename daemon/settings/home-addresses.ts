/** The web addresses of the pages for other devices of the home network. */
import { BlockList, isIPv6 } from 'node:net';
import type { networkInterfaces } from 'node:os';
import type { Config } from '../../config/fields.js';
import { isLoopback } from '../../config/rules.js';
import { ownInterfaces, wildcard } from './allowed-hosts.js';

/** The networks of RFC 1918, the most usual one of home routers first. */
const privateNets = (
  [
    ['192.168.0.0', 16],
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
  ] as const
).map(([net, prefix]) => {
  const list = new BlockList();
  list.addSubnet(net, prefix);
  return list;
});

/** Addresses that an interface gives itself when no router does. RFC 3927 and RFC 4291. */
const selfGiven = new BlockList();
selfGiven.addSubnet('169.254.0.0', 16);
selfGiven.addSubnet('fe80::', 10, 'ipv6');

/**
 * VPNs, and networks of containers and virtual machines within this computer. A phone at home reaches none of them.
 * `br-` and 12 hex digits is Docker's name of a bridge, and macOS numbers bridges of virtual machines from 100. OpenWrt
 * and FreeBSD name the home network `br-lan` and `bridge0`.
 */
const virtualName =
  /^(docker|podman|cni|lxc|lxd|br-[\da-f]{12}$|bridge\d{3}|veth|virbr|vboxnet|vmnet|tun|tap|utun|wg|tailscale|zt)/;

/**
 * Private IPv4 addresses come first, because those are what a router gives to the devices in a home.
 * @returns none if only this computer has access, if it has no network now, or if no URL can name the address, as one
 *   with a zone (`%eth0`)
 */
export function homeAddresses(
  { host }: Pick<Config, 'host'>,
  port: number,
  interfaces: ReturnType<typeof networkInterfaces> = ownInterfaces(),
): string[] {
  if (isLoopback(host)) return [];
  const addresses = wildcard.has(host) ? addressesOf(interfaces, host === '::') : [host];
  return addresses
    .map((address) => `http://${isIPv6(address) ? `[${address}]` : address}:${port}/`)
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).href);
}

/**
 * IPv6 addresses are hard to type, so they are used only if there are no others. So are those of virtual networks: the
 * name of a network does not prove what it is.
 */
function addressesOf(interfaces: ReturnType<typeof networkInterfaces>, withIPv6: boolean): string[] {
  const all = Object.entries(interfaces).flatMap(([name, list]) => (list ?? []).map((one) => ({ ...one, name })));
  const reachable = all.filter(
    ({ internal, address, family }) => !internal && !selfGiven.check(address, versionOf(family)),
  );
  const real = reachable.filter(({ name }) => !virtualName.test(name));
  const used = real.length > 0 ? real : reachable;
  const fours = used.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
  if (fours.length === 0 && withIPv6) return used.map(({ address }) => address);
  return fours.sort((a, b) => rankOf(a) - rankOf(b));
}

/** Public addresses come last. */
function rankOf(address: string): number {
  const rank = privateNets.findIndex((net) => net.check(address));
  return rank === -1 ? privateNets.length : rank;
}

const versionOf = (family: 'IPv4' | 'IPv6'): 'ipv4' | 'ipv6' => (family === 'IPv4' ? 'ipv4' : 'ipv6');
