import { expect, it } from '@jest/globals';
import type { networkInterfaces } from 'node:os';
import { homeAddresses } from '../../../daemon/settings/home-addresses.js';

type Interfaces = ReturnType<typeof networkInterfaces>;

const at = (address: string, internal = false): NonNullable<Interfaces[string]>[number] => ({
  ...{ address, internal, netmask: '', mac: '', cidr: null },
  ...(address.includes(':') ? { family: 'IPv6', scopeid: 0 } : { family: 'IPv4' }),
});

const interfaces: Interfaces = {
  lo: [at('127.0.0.1', true), at('::1', true)],
  docker0: [at('172.17.0.1')],
  'br-0123456789ab': [at('172.18.0.1')],
  eth1: [at('203.0.113.7'), at('169.254.3.4')],
  wlan0: [at('192.168.178.20'), at('fd00::2'), at('fe80::1')],
};

it.each([
  ['127.0.0.1', []],
  ['localhost', []],
  ['::1', []],
  ['192.168.178.20', ['http://192.168.178.20:10020/']],
  ['fd00::2', ['http://[fd00::2]:10020/']],
  // No URL can name a zone, and this is no name of a host.
  ['fe80::1%eth0', []],
  ['999.1.1.1', []],
  ['attic.fritz.box', ['http://attic.fritz.box:10020/']],
  // The private address first, and none of this computer alone.
  ['0.0.0.0', ['http://192.168.178.20:10020/', 'http://203.0.113.7:10020/']],
  ['::', ['http://192.168.178.20:10020/', 'http://203.0.113.7:10020/']],
])('of %s are %j', (host, addresses) => expect(homeAddresses({ host }, 10020, interfaces)).toEqual(addresses));

it('are none of VPNs, containers and virtual machines', () => {
  const virtual = 'podman0 cni-podman0 lxcbr0 lxdbr0 tun0 tap0 wg0 utun3 tailscale0 ztabcdefgh bridge100 veth1 virbr0';
  const others = Object.fromEntries(virtual.split(' ').map((name, n) => [name, [at(`192.168.${n}.1`)]]));
  const all = { ...others, wlp3s0: [at('192.168.178.20')] };
  expect(homeAddresses({ host: '0.0.0.0' }, 80, all)).toEqual(['http://192.168.178.20/']);
  expect(homeAddresses({ host: '0.0.0.0' }, 80, { br0: [at('10.0.0.2')] })).toEqual(['http://10.0.0.2/']);
});

it.each([
  ['OpenWrt', { 'br-lan': [at('192.168.1.1')], eth1: [at('203.0.113.7')] }, ['192.168.1.1', '203.0.113.7']],
  ['FreeBSD', { bridge0: [at('192.168.1.5')] }, ['192.168.1.5']],
  ['a computer whose only network has the name of a virtual one', { tap0: [at('192.168.1.9')] }, ['192.168.1.9']],
])('find the home network of %s', (_, all: Interfaces, addresses) =>
  expect(homeAddresses({ host: '0.0.0.0' }, 80, all)).toEqual(addresses.map((address) => `http://${address}/`)),
);

it('begin with the network that a home router is likely to have', () => {
  const addresses = ['203.0.113.7', '172.16.0.2', '10.8.0.2', '192.168.178.20', '192.168.2.3'];
  const sorted = ['192.168.178.20', '192.168.2.3', '10.8.0.2', '172.16.0.2', '203.0.113.7'];
  expect(homeAddresses({ host: '0.0.0.0' }, 80, { eth0: addresses.map((one) => at(one)) })).toEqual(
    sorted.map((address) => `http://${address}/`),
  );
});

it('are those of IPv6 only if there are no others', () => {
  const only = { wlan0: [at('fd00::2'), at('fe80::1')] };
  expect(homeAddresses({ host: '::' }, 80, only)).toEqual(['http://[fd00::2]/']);
  expect(homeAddresses({ host: '0.0.0.0' }, 80, only)).toEqual([]);
});
