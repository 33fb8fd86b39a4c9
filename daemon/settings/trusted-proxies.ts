/** The reverse proxies whose headers are believed. */
import { BlockList, isIPv6 } from 'node:net';

const addressesOf = (entry: string): readonly string[] => (entry === 'loopback' ? ['127.0.0.0/8', '::1/128'] : [entry]);

/** @param proxies addresses, networks such as `172.18.0.0/16`, and `loopback` */
export function isTrustedProxy(proxies: readonly string[], address: string): boolean {
  const [own = ''] = address.split('%');
  const list = new BlockList();
  for (const [net = '', bits] of proxies.flatMap(addressesOf).map((one) => one.split('/'))) {
    const family = isIPv6(net) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(net, family);
    else list.addSubnet(net, Number(bits), family);
  }
  return list.check(own, isIPv6(own) ? 'ipv6' : 'ipv4');
}
