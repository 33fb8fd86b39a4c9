/** A whole computer in software: its power, its two consoles, and what is plugged into it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Console } from './console.mjs';
import { person } from './image.mjs';
import { Monitor } from './monitor.mjs';

export class Machine {
  /** A console with root's shell, while the machine is on. */
  root = /** @type {Console} */ (/** @type {unknown} */ (undefined));
  /** One of a person who has logged in. */
  person = /** @type {Console} */ (/** @type {unknown} */ (undefined));
  #process;
  #monitor;
  #parts;

  /** @param {{ folder: string, disk: string, kernel: string, initrd: string }} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /**
   * Switches it on; resolves when both are logged in.
   * @param {{ clock?: string }} [options] the time that its clock shows, as `2026-01-31T08:00:00`
   */
  async boot({ clock } = {}) {
    const { folder, disk, kernel, initrd } = this.#parts;
    const at = (name) => join(folder, name);
    for (const name of ['tty0', 'tty1', 'qmp']) rmSync(at(name), { force: true });
    const socket = (name) => `socket,id=${name},path=${at(name)},server=on,wait=off`;
    const words = [
      ...['-accel', 'tcg,thread=multi', '-cpu', 'max', '-smp', '2', '-m', '2048', '-display', 'none', '-nodefaults'],
      ...['-nic', 'none', '-kernel', kernel, '-initrd', initrd, '-append', 'root=/dev/vda rw console=ttyS0 quiet'],
      ...['-drive', `file=${disk},if=virtio,format=raw,cache=unsafe`, '-device', 'qemu-xhci,id=usb'],
      ...['-chardev', socket('tty0'), '-serial', 'chardev:tty0', '-chardev', socket('tty1'), '-serial', 'chardev:tty1'],
      ...['-chardev', socket('qmp'), '-mon', 'chardev=qmp,mode=control'],
      ...(clock === undefined ? [] : ['-rtc', `base=${clock},clock=vm`]),
    ];
    this.#process = spawn('qemu-system-x86_64', words, { stdio: ['ignore', 'inherit', 'inherit'] });
    this.person = await Console.open(at('tty0'));
    this.root = await Console.open(at('tty1'));
    this.#monitor = await Monitor.open(at('qmp'));
    await this.root.shell();
    await this.person.login(person.name, person.password);
  }

  /** After the machine has restarted itself. */
  async loggedInAgain() {
    await this.root.shell();
    await this.person.login(person.name, person.password);
  }

  /** As when the plug is pulled: what was not on the disk is lost. */
  async cutPower() {
    this.#process.kill('SIGKILL');
    await once(this.#process, 'exit');
    this.#close();
  }

  /** Shuts it down as a person does. */
  async shutDown() {
    const ended = once(this.#process, 'exit');
    this.root.send('systemctl poweroff\n');
    await ended;
    this.#close();
  }

  /** Whether it is on. */
  get isOn() {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /**
   * Plugs a stick in.
   * @param {string} name by which it is pulled out again
   * @param {string} image a file
   */
  async plug(name, image, { isProtected = false } = {}) {
    const file = { driver: 'file', filename: image };
    const disk = { driver: 'raw', 'node-name': name, 'read-only': isProtected, 'auto-read-only': false, file };
    await this.#monitor.ask('blockdev-add', disk);
    await this.#monitor.ask('device_add', {
      driver: 'usb-storage',
      id: name,
      drive: name,
      bus: 'usb.0',
      removable: true,
    });
  }

  /** Pulls it out, whatever is being written. */
  async pull(name) {
    await this.#monitor.ask('device_del', { id: name });
    await this.#monitor.until('DEVICE_DELETED', ({ device }) => device === name);
    await this.#monitor.ask('blockdev-del', { 'node-name': name });
  }

  #close() {
    this.root.close();
    this.person.close();
    this.#monitor.close();
  }

  /** What is left of it where a test has failed. */
  kill() {
    if (this.isOn) this.#process.kill('SIGKILL');
    for (const name of ['tty0', 'tty1', 'qmp'])
      if (existsSync(join(this.#parts.folder, name))) rmSync(join(this.#parts.folder, name), { force: true });
  }
}
