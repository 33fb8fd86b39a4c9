/** What happens to one machine: it is on or off, things are plugged into it, and its daemon is asked. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Machine } from './machine.mjs';
import { albumsOn, faultsOf, makeStick, typeOf } from './sticks.mjs';

const address = 'http://127.0.0.1:10020';
/** Milliseconds: a machine in software is twenty times slower. */
const patience = 300_000;
/** Where the desktop of the machine mounts sticks. */
export const mounts = '/media/ada';

export class Life {
  machine;
  #plugged = new Set();

  /** @param {{ disk: string, kernel: string, initrd: string }} parts @param {string} folder */
  constructor(parts, folder) {
    this.folder = folder;
    this.machine = new Machine({ ...parts, folder });
  }

  get root() {
    return this.machine.root;
  }

  get person() {
    return this.machine.person;
  }

  /** Switches the machine on, where it is off. */
  async ready() {
    if (!this.machine.isOn) await this.machine.boot();
  }

  /** Takes its power away, and gives it back. */
  async cutPower() {
    await this.machine.cutPower();
    this.#plugged.clear();
    await this.machine.boot();
  }

  /** A new stick, or the one of that name. @returns its image */
  stick(name, kind) {
    const image = join(this.folder, `${name}.stick`);
    if (kind !== undefined) makeStick(image, kind);
    return image;
  }

  async plug(name, options) {
    await this.machine.plug(name, this.stick(name), options);
    this.#plugged.add(name);
  }

  async pull(name) {
    await this.machine.pull(name);
    this.#plugged.delete(name);
  }

  /** Where a chapter has failed, the next one finds none of its sticks. */
  async pullAll() {
    for (const name of this.#plugged) await this.pull(name).catch(() => undefined);
    this.#plugged.clear();
  }

  /** Throws what the checker of its file system finds. */
  checkStick(name, life) {
    const faults = faultsOf(this.stick(name), life);
    if (faults !== null) throw new Error(`The file system of ${name} is damaged:\n${faults}`);
  }

  /** Throws unless the stick has the albums that the daemon has for it, byte by byte, and nothing half done. */
  async compareStick(name, digests) {
    const isReadHere = typeOf(this.stick(name)) === 'vfat';
    const found = (isReadHere ? [...albumsOn(this.stick(name)).values()] : await this.#albumsThere(name)).sort();
    if (JSON.stringify(found) !== JSON.stringify([...digests].sort()))
      throw new Error(
        `On ${name} are files with ${found.join(', ') || 'nothing'}, but ${digests.join(', ')} were made.`,
      );
  }

  /** Digests of the albums on a stick with a file system that the kernel here may not know: the machine's own does. */
  async #albumsThere(name) {
    // Where nobody can write, it stays as it was pulled out.
    await this.plug(name, { isProtected: true });
    await this.root.until(`findmnt '${mounts}'/*`, patience);
    const digests = await this.digests(mounts);
    await this.pull(name);
    await this.root.until(`! findmnt '${mounts}'/*`, patience);
    return digests;
  }

  /** Digests of the files for the pen in a folder. */
  async digests(folder) {
    const output = await this.root.run(`find '${folder}' -name '*.gme' -exec sha256sum {} +`, patience);
    return output === '' ? [] : output.split('\n').map((line) => line.slice(0, 64));
  }

  /** What the daemon answers, as JSON. */
  async ask(path, fields) {
    const body = Object.entries(fields ?? {})
      .map(([name, value]) => `--data-urlencode '${name}=${value}'`)
      .join(' ');
    const output = await this.root.run(
      `curl --silent --show-error --max-time 120 -H 'accept: application/json' ${body} '${address}${path}'`,
      patience,
    );
    return JSON.parse(output);
  }

  /** Asks until the answer is as it should be; a daemon that does not answer yet is asked again. */
  async until(what, path, is, ms = patience) {
    const end = Date.now() + ms;
    let last;
    for (;;) {
      try {
        last = await this.ask(path);
        if (is(last)) return last;
      } catch (error) {
        last = error instanceof Error ? error.message : error;
      }
      if (Date.now() > end)
        throw new Error(`${what} did not come within ${ms} ms: ${JSON.stringify(last).slice(0, 1500)}`);
      await wait(300);
    }
  }

  /** Waits until there are so many albums, each with its file for the pen. */
  albums(count) {
    return this.until(
      `${count} albums that are ready`,
      '/library',
      ({ albums }) => albums.length === count && albums.every(({ gme_state: state }) => state === 'ready'),
    );
  }

  /** Waits until so many pens are plugged in and up to date. */
  pens(count) {
    return this.until(`${count} pens that are up to date`, '/pens', ({ pens }) => {
      const here = pens.filter(({ plugged_in: isHere }) => isHere);
      return here.length === count && here.every(({ state }) => state === 'ready');
    });
  }

  /** What the machine has to say where something failed. */
  async journal() {
    if (!this.machine.isOn) return 'The machine is off.';
    const { output } = await this.root
      .try('journalctl -b -n 60 --no-pager -o cat | cut -c1-300', 60_000)
      .catch((error) => ({ output: String(error) }));
    return output.replace(/^/gm, '    ');
  }

  async end() {
    if (this.machine.isOn) await this.machine.shutDown().catch(() => this.machine.kill());
    for (const name of this.#plugged) rmSync(this.stick(name), { force: true });
  }
}
