/**
 * Finds the account's own connections on macOS, which has no /proc. lsof(8) is part of macOS, and shows an account its
 * own files without root.
 */
import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { shared } from '../../workers/base/async/shared.js';

/** The full path: a program of that name on the PATH decides nothing about access. */
const programs = ['/usr/sbin/lsof', '/usr/bin/lsof'];
/** Milliseconds. */
const patience = 5000;

/** Returns the account's TCP sockets, a line each; null if lsof does not show them. */
async function list(): Promise<string | null> {
  const found = await Promise.all(
    programs.map((path) =>
      access(path).then(
        () => path,
        () => undefined,
      ),
    ),
  );
  const program = found.find((path) => path !== undefined);
  const uid = process.getuid?.();
  if (program === undefined || uid === undefined) return null;
  return new Promise((resolve) => {
    const options = { timeout: patience, maxBuffer: 1 << 24 };
    // Without names of hosts and ports; `-a` combines the conditions; `-Fn` prints only the ends.
    execFile(program, ['-nP', '-a', '-u', String(uid), '-iTCP', '-Fn'], options, (_error, stdout) =>
      // It ends with 1 if it finds nothing.
      resolve(stdout === '' ? null : stdout),
    );
  });
}

/** lsof takes 50 ms and more, so concurrent connections share one run. */
export const ownSockets = shared(list);

const end = (address: string, port: number): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  return `${isIPv6(plain) ? `[${plain}]` : plain}:${port}`;
};

/** Whether the list has the client's end of a connection. Pure. */
export const hasClient = (
  sockets: string,
  {
    remoteAddress,
    remotePort,
    localAddress,
    localPort,
  }: { remoteAddress: string; remotePort: number; localAddress: string; localPort: number },
): boolean => sockets.split('\n').includes(`n${end(remoteAddress, remotePort)}->${end(localAddress, localPort)}`);

/** Whether the list has our listening socket. Pure. */
export const hasServer = (sockets: string, port: number): boolean =>
  new RegExp(`^n[^>\\n]*:${port}$`, 'm').test(sockets);
