/**
 * Finds the account of this machine that opened the other end of a connection. macOS shows an account only its own
 * connections (`lsof.ts`), and other systems are not asked. Linux lists every socket in
 * /proc/self/net/tcp and tcp6: address and port of both ends in hexadecimal, then the account (uid) that opened it,
 * then the number of its file (inode). /proc/net is not used, because systemd's ProcSubset=pid hides it.
 */
import { readFile } from 'node:fs/promises';
import { isIPv6, type Socket } from 'node:net';
import { endianness } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { shared } from '../../workers/base/async/shared.js';
import { unlessCode } from '../../workers/base/errors.js';
import { hasClient, hasServer, ownSockets } from './lsof.js';

/**
 * `account` the account that opened the other end
 * `gone`    no account of this machine holds the other end: it was closed, or is on another machine. A sender that has
 *           disconnected cannot be distinguished from root
 * `hidden`  the system does not show the connections of this process
 */
export type SocketOwner = { is: 'account'; uid: number } | { is: 'gone' } | { is: 'hidden' };

export interface ConnectionEnds {
  remoteAddress?: string;
  remotePort?: number;
  localAddress?: string;
  localPort?: number;
}

const littleEndian = endianness() === 'LE';
const tables = ['tcp', 'tcp6'] as const;
type Table = (typeof tables)[number];
/** If a table changes while it is read, a row may be missing. */
const looks = 3;

/** The four bytes of an IPv4 address, also if it is mapped to IPv6; null for anything else. */
function ipv4Bytes(address: string): number[] | null {
  const [, plain] = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address) ?? [];
  return plain === undefined ? null : plain.split('.').map(Number);
}

/** The eight groups of an IPv6 address in hexadecimal, without abbreviation. */
export function ipv6Groups(address: string): string[] {
  const [head = [], tail = []] = address
    .replace(/%.*$/, '')
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  return [...head, ...new Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
}

/** The sixteen bytes of an IPv6 address; zeros for anything else. */
const ipv6Bytes = (address: string): number[] =>
  isIPv6(address)
    ? ipv6Groups(address)
        .map((group) => Number.parseInt(group, 16))
        .flatMap((group) => [group >> 8, group & 255])
    : zeros(16);

/** True for `::1` and for 127.0.0.0/8, also if it is mapped to IPv6. */
export const isLoopbackAddress = (address: string): boolean => address === '::1' || ipv4Bytes(address)?.[0] === 127;

/** The kernel prints 32-bit words in the byte order of the machine. */
function hexOf(bytes: readonly number[]): string {
  const words = Array.from({ length: bytes.length / 4 }, (_, n) => bytes.slice(4 * n, 4 * n + 4));
  const ordered = words.flatMap((word) => (littleEndian ? word.reverse() : word));
  return Buffer.from(ordered).toString('hex').toUpperCase();
}

const zeros = (count: number): number[] => new Array<number>(count).fill(0);

/** The end of a connection as the tables write it: in the table of IPv4, and in the table of IPv6. */
function endsIn(address: string, port: number): string[] {
  const v4 = ipv4Bytes(address);
  const at = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  if (v4 === null) return [hexOf(ipv6Bytes(address)) + at];
  return [hexOf(v4) + at, hexOf([...zeros(10), 255, 255, ...v4]) + at];
}

/** The owner of the client's end according to the text of a table; undefined if it has no row for it. Pure. */
export function ownerIn(table: string, ends: Required<ConnectionEnds>): SocketOwner | undefined {
  // The tables show the client's view: our remote end is its local end.
  const servers = endsIn(ends.localAddress, ends.localPort);
  for (const [n, client] of endsIn(ends.remoteAddress, ends.remotePort).entries()) {
    const at = table.indexOf(` ${client} ${servers[n] ?? ''} `);
    if (at < 0) continue;
    return rowOwner(table.slice(at + 1).split('\n', 1)[0] ?? '');
  }
  return undefined;
}

/** `local remote state queues timer retransmits uid timeout inode …` */
function rowOwner(row: string): SocketOwner {
  const [, , , , , , uid, , inode] = row.trim().split(/\s+/);
  return inode === '0' || !/^\d+$/.test(uid ?? '') ? { is: 'gone' } : { is: 'account', uid: Number(uid) };
}

/** Whether the table shows our listening socket. Only then does a missing row mean anything. */
const showsOurs = (table: string, port: number): boolean =>
  new RegExp(`:${port.toString(16).toUpperCase().padStart(4, '0')} [0-9A-F]+:0000 0A `).test(table);

/** The text of a table; null if this system does not show it. Throws if it cannot be read at the moment. */
export type ReadTable = (table: Table) => Promise<string | null>;

async function look(ends: Required<ConnectionEnds>, read: ReadTable): Promise<SocketOwner> {
  let ours = false;
  for (let tries = 0; tries < looks; tries += 1) {
    if (tries > 0) await pause(5, undefined, { ref: false });
    for (const table of tables) {
      const text = (await read(table)) ?? '';
      const owner = ownerIn(text, ends);
      if (owner !== undefined) return owner;
      ours ||= showsOurs(text, ends.localPort);
    }
    if (!ours) return { is: 'hidden' };
  }
  return { is: 'gone' };
}

/**
 * Looks up connections from every address, not only from loopback: a program may connect to 127.0.0.1 from the
 * machine's network address. If a table cannot be read, the result is `gone`.
 */
export async function ownerOf(
  { remoteAddress, remotePort, localAddress, localPort }: ConnectionEnds,
  read: ReadTable,
): Promise<SocketOwner> {
  // A connection that was reset has no remote address.
  if (remoteAddress === undefined || remotePort === undefined) return { is: 'gone' };
  const ends = { remoteAddress, remotePort, localAddress: localAddress ?? '', localPort: localPort ?? 0 };
  if (process.platform !== 'linux') return process.platform === 'darwin' ? ownerByLsof(ends) : { is: 'hidden' };
  return look(ends, read).catch(() => ({ is: 'gone' }));
}

/** lsof also shows our own end, so that a list without it shows nothing at all. */
export async function ownerByLsof(ends: Required<ConnectionEnds>, list = ownSockets): Promise<SocketOwner> {
  const sockets = (await list()) ?? '';
  const uid = process.getuid?.();
  if (uid !== undefined && hasClient(sockets, ends)) return { is: 'account', uid };
  return { is: hasServer(sockets, ends.localPort) ? 'gone' : 'hidden' };
}

const readTable = (table: Table): Promise<string | null> =>
  readFile(`/proc/self/net/${table}`, 'latin1').catch(unlessCode(['ENOENT', 'EACCES', 'EPERM'], null));

/** Reading a table takes 10 ms or more on a busy machine, so concurrent connections share one read. */
const sharedTables = Object.fromEntries(tables.map((table) => [table, shared(() => readTable(table))])) as Record<
  Table,
  () => Promise<string | null>
>;

/** An account is looked up once per connection. */
const accounts = new WeakMap<Socket, SocketOwner>();

export async function socketOwner(socket: Socket): Promise<SocketOwner> {
  const known = accounts.get(socket);
  if (known !== undefined) return known;
  const owner = await ownerOf(socket, (table) => sharedTables[table]());
  if (owner.is === 'account') accounts.set(socket, owner);
  return owner;
}

/** Whether connections to this port can be looked up; false if the system hides them from this process. */
export async function showsConnections(port: number): Promise<boolean> {
  if (process.platform === 'darwin') return hasServer((await ownSockets()) ?? '', port);
  if (process.platform !== 'linux') return false;
  const texts = await Promise.all(tables.map((table) => readTable(table).catch(() => null)));
  return texts.some((text) => showsOurs(text ?? '', port));
}
