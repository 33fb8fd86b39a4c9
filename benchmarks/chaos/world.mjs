/** A home with a daemon, disks and pens, and the clients that use them. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { simulatePen } from '../../dist/workers/pen/simulate.js';
import { Digests, filesIn } from './digests.mjs';
import { startDaemon } from './daemon.mjs';
import { Editor } from './editing.mjs';
import { Giver } from './giving.mjs';
import { penPlace, volume } from './mounts.mjs';
import { Mover } from './moving.mjs';
import { Promises } from './promises.mjs';
import { randomOf } from './random.mjs';

/** Statuses that a client must expect; any other is a fault. */
const expected = new Set([0, 200, 201, 404, 409, 503]);
const foreign = 'Fremd.gme';

export class World {
  promises = new Promises();
  digests = new Digests();
  serials = ['1234567890AB', '2234567890AB'];
  /** Faults found while working. @type {string[]} */
  seen = [];
  /** Counts of statuses by request. @type {Map<string, number>} */
  answers = new Map();
  /** Paths at which the library may be, or may have been. @type {Set<string>} */
  places = new Set();
  /** The library's folder by the last acknowledged move; null if a move had no answer. @type {string | null} */
  movedTo = null;
  /** @type {import('./daemon.mjs').Daemon} */
  daemon = /** @type {any} */ (null);
  /** @type {(ReturnType<typeof volume> & {serial: string, id: string, kind: object})[]} */
  pens = [];

  /** @param {number} seed */
  constructor(seed) {
    this.seed = seed;
    this.random = randomOf(seed);
    this.folder = mkdtempSync(join(tmpdir(), 'tonstift-chaos-'));
    this.home = join(this.folder, 'home');
    this.inbox = join(this.home, 'inbox');
    for (const path of [this.inbox, join(this.folder, 'libraries')]) mkdirSync(path, { recursive: true });
    this.disks = ['disk 1', 'disk 2'].map((name) => volume(this.folder, name, { megabytes: 256, ext4: true }));
    for (const disk of this.disks) disk.plug();
    this.giver = new Giver(this, this.random.fork());
    this.editor = new Editor(this, this.random.fork());
    this.mover = new Mover(this, this.random.fork());
    const first = this.random.pick([join(this.folder, 'libraries'), ...this.disks.map(({ point }) => point)]);
    this.movedTo = join(first, 'library 0');
    this.mayBeIn(this.movedTo);
    writeFileSync(join(this.home, 'config.json'), JSON.stringify({ library_path: this.movedTo }));
  }

  async makePens() {
    const kinds = [
      { language: 'GERMAN', generation: 'ZC3202N' },
      { language: 'FRENCH', generation: 'ZC3202N' },
    ];
    for (const [n, serial] of this.serials.entries()) {
      const pen = volume(this.folder, `pen ${n + 1}`, { megabytes: 64, place: penPlace });
      const { id } = await simulatePen(pen.files, /** @type {any} */ ({ serial, ...kinds[n] }));
      writeFileSync(join(pen.files, foreign), 'of somebody else');
      this.pens.push(Object.assign(pen, { serial, id, kind: kinds[n], foreign }));
    }
  }

  start(more = {}, environment = {}) {
    const flags = {
      ...more,
      'inbox-settle-seconds': 0.2,
      'pen-paths': this.pens.map(({ point }) => point).join(','),
    };
    this.daemon = startDaemon(this.home, flags, { ...process.env, ...environment });
    return this.daemon;
  }

  /** @param {() => boolean} isOver @param slower factor for the pauses */
  async work(isOver, slower = 1) {
    const { random } = this;
    const loop = async (act, pause) => {
      while (!isOver()) {
        await act();
        await sleep(random.between(0, pause * slower));
      }
    };
    const all = [
      loop(() => this.giver.give(), 700),
      loop(() => this.editor.edit(), 120),
      loop(() => this.editor.edit(), 120),
      loop(() => this.mover.once(), 500),
    ];
    await Promise.all(all);
  }

  /** @param {string} path as in the settings */
  mayBeIn(path) {
    this.places.add(path);
  }

  /** Returns the real path of a folder, whether its disk is mounted or not. */
  real(path) {
    const disk = this.disks.find(({ point }) => path.startsWith(`${point}/`));
    return disk === undefined ? path : join(disk.files, path.slice(disk.point.length));
  }

  /** The library's folder, according to the settings. */
  get library() {
    return this.real(JSON.parse(readFileSync(join(this.home, 'config.json'), 'utf8')).library_path);
  }

  get records() {
    return this.state.albums;
  }

  /** The deleted albums. */
  get trash() {
    return this.state.trash;
  }

  get state() {
    return JSON.parse(readFileSync(join(this.library, 'library.json'), 'utf8'));
  }

  /** @returns {Promise<Buffer | null>} */
  async coverBytes({ cover_image: path }) {
    try {
      const response = await fetch((await this.daemon.url) + path);
      return response.status === 200 ? Buffer.from(await response.arrayBuffer()) : null;
    } catch {
      return null;
    }
  }

  answered(what, status, body) {
    const key = `${what} ${status}`;
    this.answers.set(key, (this.answers.get(key) ?? 0) + 1);
    // A move that fails because its disk was pulled out is answered with 400.
    if (expected.has(status) || (status === 400 && what === 'POST /config')) return;
    const [reference] = /(?<=reference )\w+/.exec(JSON.stringify(body)) ?? [];
    const details = this.daemon.output().split('\n');
    const said = reference === undefined ? [] : details.filter((line) => line.includes(reference));
    this.seen.push(`${what}: ${status} ${JSON.stringify(body).slice(0, 300)} ${said.join(' ').slice(0, 1500)}`);
  }

  plug(disk) {
    const bare = disk.bare();
    const files = filesIn(disk.point).join(', ');
    if (bare.length > 0) this.seen.push(`written where ${disk.point} was not mounted: ${bare.join(', ')} (${files})`);
    for (const name of bare) rmSync(join(disk.point, name), { recursive: true, force: true, maxRetries: 20 });
    disk.plug();
  }

  pull(disk) {
    disk.pull();
  }

  async remove({ keep = false } = {}) {
    await this.daemon?.end();
    for (const disk of [...this.disks, ...this.pens]) disk.remove();
    for (const pen of this.pens) rmSync(pen.point, { recursive: true, force: true });
    if (!keep) rmSync(this.folder, { recursive: true, force: true });
  }
}
