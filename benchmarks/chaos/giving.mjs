/** A client that adds audio: to the inbox as people do, and as uploads. */
import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { digestOf } from './promises.mjs';
import { mp3, png, wav, zip } from './sounds.mjs';

/** Weights of the ways. */
const ways = { folder: 5, moved: 2, late: 3, zip: 2, loose: 2, again: 1, upload: 3 };

/** @typedef {{name: string, bytes: Buffer, number: number | null}} Made */

export class Giver {
  numbers = 0;
  units = 0;
  /** Folders recently added to the inbox. @type {{name: string, tag: string, tracks: Made[]}[]} */
  recent = [];

  /**
   * @param {import('./world.mjs').World} world
   * @param {import('./random.mjs').Random} random
   */
  constructor(world, random) {
    this.world = world;
    this.random = random;
  }

  /** Adds something in a random way. */
  async give() {
    const way = this.random.weighted(ways);
    if ((way === 'late' || way === 'again') && this.recent.length === 0) return this.folder();
    await this[way]();
  }

  /** @returns {Made} */
  track(album, track) {
    const { random } = this;
    const number = ++this.numbers;
    const name = `t${String(number).padStart(6, '0')}`;
    if (random.chance(0.12)) {
      const bytes = wav({ seconds: 0.2 + number / 1e6, pitch: random.between(200, 800) });
      return { name: `${name}.wav`, bytes, number };
    }
    const sound = { frames: 20 + random.below(1200), offset: random.below(2000), title: `Lied ${number}` };
    return { name: `${name}.mp3`, bytes: mp3({ ...sound, album, track }), number };
  }

  async album(title) {
    const { random } = this;
    const tag = random.chance(0.8) ? title : undefined;
    const files = Array.from({ length: 1 + random.below(4) }, (_, n) => this.track(tag, n + 1));
    if (random.chance(0.2)) for (const file of files) file.name = `CD 1/${file.name}`;
    if (random.chance(0.4)) files.push({ name: 'cover.png', bytes: await this.picture(), number: null });
    if (random.chance(0.2)) files.push({ name: 'notes.txt', bytes: Buffer.from(`${title}\n`), number: null });
    if (random.chance(0.1)) files.push({ name: 'broken.mp3', bytes: Buffer.from(`no sound ${title}`), number: null });
    return { tag, files };
  }

  picture() {
    return png(8 + this.random.below(40), [this.random.below(256), this.random.below(256), this.random.below(256)]);
  }

  async folder() {
    const name = `Album ${++this.units}`;
    const { tag, files } = await this.album(name);
    this.remember(name, tag, files);
    const slow = this.random.chance(0.4);
    await mkdir(join(this.world.inbox, name), { recursive: true });
    for (const file of files) await this.write(join(this.world.inbox, name), file, { unit: name, slow });
  }

  /** Writes a folder elsewhere and moves it into the inbox as a whole. */
  async moved() {
    const name = `Album ${++this.units}`;
    const { tag, files } = await this.album(name);
    const aside = join(this.world.folder, 'aside', name);
    const given = [];
    for (const { name: path, bytes, number } of files) {
      await mkdir(join(aside, path, '..'), { recursive: true });
      await writeFile(join(aside, path), bytes);
      given.push(this.world.promises.give({ digest: digestOf(bytes), name: path, unit: name, number }));
    }
    await rename(aside, join(this.world.inbox, name));
    this.world.promises.keep(given);
    this.remember(name, tag, files);
  }

  async late() {
    const { name, tag, tracks } = this.random.pick(this.recent);
    const file = this.track(tag, tracks.length + 1);
    tracks.push(file);
    await mkdir(join(this.world.inbox, name), { recursive: true });
    await this.write(join(this.world.inbox, name), file, { unit: name, slow: this.random.chance(0.3) });
  }

  /** Adds the same files again, under the same name or another. */
  async again() {
    const { name, tracks } = this.random.pick(this.recent);
    const other = this.random.chance(0.5) ? name : `Again ${++this.units}`;
    await mkdir(join(this.world.inbox, other), { recursive: true });
    for (const file of tracks) await this.write(join(this.world.inbox, other), file, { unit: other, slow: false });
  }

  async loose() {
    const tag = `Loose ${++this.units}`;
    for (let n = 0; n < 1 + this.random.below(2); n++)
      await this.write(this.world.inbox, this.track(tag, n + 1), { unit: tag, slow: false });
  }

  async zip() {
    const name = `Packed ${++this.units}`;
    const { files } = await this.album(name);
    const bytes = await zip(Object.fromEntries(files.map((file) => [file.name, file.bytes])));
    const digest = digestOf(bytes);
    const { promises, inbox } = this.world;
    const given = files.map((file) =>
      promises.give({ digest: digestOf(file.bytes), name: file.name, unit: name, number: file.number, zip: digest }),
    );
    await writeFile(join(inbox, `.${name}.part`), bytes);
    await rename(join(inbox, `.${name}.part`), join(inbox, `${name}.zip`));
    promises.keep(given);
  }

  async upload() {
    const { promises, daemon } = this.world;
    const unit = `Upload ${++this.units}`;
    const files = Array.from({ length: 1 + this.random.below(3) }, (_, n) => this.track(unit, n + 1));
    const body = new FormData();
    for (const { name, bytes } of files) body.append('files', new Blob([new Uint8Array(bytes)]), name);
    if (this.random.chance(0.3)) body.append('cover', new Blob([new Uint8Array(await this.picture())]), 'cover.png');
    const given = this.given(files, unit);
    const { status, body: answer } = await daemon.ask('/', { method: 'POST', body });
    this.world.answered('POST /', status, answer);
    if (status !== 201) return;
    promises.keep(given);
    promises.counts.uploads++;
  }

  /** @param {readonly Made[]} files */
  given(files, unit) {
    return files.map(({ name, bytes, number }) =>
      this.world.promises.give({ digest: digestOf(bytes), name, unit, number }),
    );
  }

  /** Writes like a copy program: under the final name, in parts. */
  async write(folder, { name, bytes, number }, { unit, slow }) {
    const given = this.world.promises.give({ digest: digestOf(bytes), name, unit, number });
    const path = join(folder, name);
    await mkdir(join(path, '..'), { recursive: true });
    const half = slow ? bytes.length >> 1 : 0;
    const copy = await open(path, 'w');
    await copy.writeFile(bytes.subarray(0, half));
    if (slow) await sleep(this.random.between(5, 500));
    await copy.writeFile(bytes.subarray(half));
    await copy.close();
    this.world.promises.keep([given]);
  }

  remember(name, tag, files) {
    this.recent.push({ name, tag, tracks: files.filter(({ number }) => number !== null) });
    if (this.recent.length > 4) this.recent.shift();
  }
}
