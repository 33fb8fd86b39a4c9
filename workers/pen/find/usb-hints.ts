/** Watches USB devices as a hint to search for pens immediately. */
import { messageOf } from '../../base/errors.js';
import type { Log } from '../../base/ports.js';

/** The used parts of the package `usb`. */
interface Usb {
  on(event: 'attach' | 'detach', listener: () => void): unknown;
  off(event: 'attach' | 'detach', listener: () => void): unknown;
  unrefHotplugEvents(): void;
  /** If false, the package would poll the bus from a timer, where an error ends the process. */
  _supportedHotplugEvents(): boolean;
}

/** The package is optional. A variable name hides it from the compiler, so that the program builds without it. */
const packageName: string = 'usb';
const loadUsb = async (): Promise<Usb> => ((await import(packageName)) as { usb: Usb }).usb;

/**
 * Calls `onChange` when a device is plugged in or unplugged, usually before its volume is mounted. It does not keep the
 * process alive. Without USB, the permission or the package it is never called, and the log states the reason.
 *
 * @returns a function that stops watching; may be called twice
 */
export async function watchUsb(
  onChange: () => void,
  log: Log,
  load: () => Promise<Usb> = loadUsb,
): Promise<() => void> {
  const release: (() => void)[] = [];
  const stop = (): void => {
    for (const one of release.splice(0)) one();
  };
  // Not passed to the package directly: it would receive a device, and an error in it would end the process.
  const hint = (): void => onChange();
  try {
    const usb = await load();
    if (!usb._supportedHotplugEvents()) throw new Error('the system reports no changes');
    for (const event of ['attach', 'detach'] as const) {
      release.push(() => usb.off(event, hint));
      usb.on(event, hint);
    }
    usb.unrefHotplugEvents();
  } catch (error) {
    stop();
    const reason = (messageOf(error).split('\n')[0] ?? '').replace(/\.$/, '');
    log.debug(`Pens are detected without USB events, a moment later: ${reason}.`);
  }
  return stop;
}
