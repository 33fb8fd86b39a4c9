/** Devices that come and go on the USB, as a hint to look for pens at once. */
import { messageOf } from '../../base/errors.js';
import type { Log } from '../../base/ports.js';

/** What is used of the package `usb`. */
interface Usb {
  on(event: 'attach' | 'detach', listener: () => void): unknown;
  off(event: 'attach' | 'detach', listener: () => void): unknown;
  unrefHotplugEvents(): void;
  /** False: the package would look at the bus from a timer, where a failure ends the process. */
  _supportedHotplugEvents(): boolean;
}

/** The package is optional; by a name that the compiler does not follow, the program is built without it, too. */
const packageName: string = 'usb';
const loadUsb = async (): Promise<Usb> => ((await import(packageName)) as { usb: Usb }).usb;

/**
 * Calls when a device is plugged in or pulled out; before its volume is mounted, mostly. Does not keep the process
 * alive. Without a USB, the right to use it or the package nothing is ever called, and the log says why.
 *
 * @returns ends it; may be called twice
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
  // Not the package's listener itself: what it hands over is a device, and an error in it ends the process.
  const hint = (): void => onChange();
  try {
    const usb = await load();
    if (!usb._supportedHotplugEvents()) throw new Error('the system tells of no changes');
    for (const event of ['attach', 'detach'] as const) {
      release.push(() => usb.off(event, hint));
      usb.on(event, hint);
    }
    usb.unrefHotplugEvents();
  } catch (error) {
    stop();
    const reason = (messageOf(error).split('\n')[0] ?? '').replace(/\.$/, '');
    log.debug(`Pens are found without the help of the USB, a moment later: ${reason}.`);
  }
  return stop;
}
