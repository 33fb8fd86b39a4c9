import { spawn } from 'node:child_process';
import type { Log } from '../../workers/base/ports.js';

/** Does not wait. If there is no browser, logs the address. */
export function openInBrowser(address: string, log: Log): void {
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(command, [address], { detached: true, stdio: 'ignore' });
  child.once('error', () => log.info(`Cannot open a browser. The address is ${address}`));
  child.unref();
}
