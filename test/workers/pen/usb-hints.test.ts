import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { silentLog } from '../../../workers/base/ports.js';
import { watchUsb } from '../../../workers/pen/find/usb-hints.js';
import { threadScript } from '../../../workers/base/async/threads.js';
import { recordedLog } from '../../support/recorded-log.js';

/** The part of the real package that is used, typed by hand: it is optional. */
interface UsbPackage {
  usb: EventEmitter;
}
const usbName: string = 'usb';

describe('the USB', () => {
  it('gives a hint when a device comes or goes, until it is ended', async () => {
    const { usb } = (await import(usbName)) as UsbPackage;
    let hints = 0;
    const { log, logged: lines } = recordedLog('debug');
    const stop = await watchUsb(() => hints++, log);
    expect(lines).toEqual([]);
    usb.emit('attach', {});
    usb.emit('detach', {});
    expect(hints).toBe(2);
    stop();
    stop();
    usb.emit('attach', {});
    expect(hints).toBe(2);
    expect([usb.listenerCount('attach'), usb.listenerCount('detach')]).toEqual([0, 0]);
  });

  it('can be watched twice', async () => {
    const { usb } = (await import(usbName)) as UsbPackage;
    const hints: string[] = [];
    const stops = [await watchUsb(() => hints.push('a'), silentLog), await watchUsb(() => hints.push('b'), silentLog)];
    stops[0]?.();
    usb.emit('attach', {});
    expect(hints).toEqual(['b']);
    stops[1]?.();
  });

  it.each([
    [
      'no package',
      () =>
        Promise.reject(
          Object.assign(new Error("Cannot find package 'usb'\nimported from here"), { code: 'ERR_MODULE_NOT_FOUND' }),
        ),
      "Cannot find package 'usb'.",
    ],
    ['no bus', async () => ({ ...fake(), _supportedHotplugEvents: () => false }), 'the system reports no changes.'],
    [
      'no permission',
      async () => ({
        ...fake(),
        on: () => {
          throw new Error('LIBUSB_ERROR_ACCESS');
        },
      }),
      'LIBUSB_ERROR_ACCESS.',
    ],
    ['another version of the package', async () => ({}) as ReturnType<typeof fake>, 'is not a function.'],
  ])('is done without where there is %s', async (_, load, reason) => {
    const { log, logged: lines } = recordedLog('debug');
    const stop = await watchUsb(() => undefined, log, load);
    stop();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^Pens are detected without USB events, a moment later: /);
    expect(lines[0]?.endsWith(reason)).toBe(true);
  });

  it('does not keep the process alive', async () => {
    const script = fileURLToPath(threadScript('workers/pen/find/usb-hints'));
    const program = `
      const { watchUsb } = await import(${JSON.stringify(script)});
      await watchUsb(() => undefined, { debug: console.log });
      console.log('watching');`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      timeout: 20_000,
    });
    expect(stdout).toBe('watching\n');
  });
});

function fake() {
  const emitter = new EventEmitter();
  return {
    on: (event: string, listener: () => void): unknown => emitter.on(event, listener),
    off: (event: string, listener: () => void): unknown => emitter.off(event, listener),
    unrefHotplugEvents: () => undefined,
    _supportedHotplugEvents: () => true,
  };
}
