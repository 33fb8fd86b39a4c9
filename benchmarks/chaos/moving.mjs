/** A client that moves the library, pulls its disk out, and plugs pens in and out. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { namesIn } from './digests.mjs';

const ways = { disk: 4, move: 2, pullInMove: 1, pen: 3, rest: 3 };

export class Mover {
  places = 0;
  /** @type {string | undefined} */
  goingTo;

  /**
   * @param {import('./world.mjs').World} world
   * @param {import('./random.mjs').Random} random
   */
  constructor(world, random) {
    this.world = world;
    this.random = random;
  }

  once() {
    return this[this.random.weighted(ways)]();
  }

  async rest() {
    await sleep(this.random.between(50, 300));
  }

  /** Pulls a disk out and plugs it in again. */
  async disk() {
    const disk = this.random.pick(this.world.disks);
    this.world.pull(disk);
    await sleep(this.random.between(5, 500));
    this.world.plug(disk);
    await sleep(this.random.between(0, 200));
  }

  async pen() {
    const pen = this.random.pick(this.world.pens);
    if (pen.isPlugged) pen.pull();
    else this.world.plug(pen);
    await sleep(this.random.between(0, 200));
  }

  async move() {
    const { world } = this;
    const name = `library ${++this.places}`;
    const place = this.random.pick([join(world.folder, 'libraries'), ...world.disks.map(({ point }) => point)]);
    // The program cannot distinguish the mount point of an unknown missing disk from an empty folder.
    for (const disk of world.disks) if (disk.point === place) world.plug(disk);
    const path = join(place, name);
    this.goingTo = path;
    world.mayBeIn(path);
    const body = new URLSearchParams({ library_path: path });
    const { status, body: answer } = await world.daemon.ask('/config', { method: 'POST', body });
    world.answered('POST /config', status, answer);
    if (status === 200) {
      // As the page suggests, former folders may be deleted by hand. Some are left from moves that had no answer.
      for (const former of world.places)
        if (former !== path) rmSync(world.real(former), { recursive: true, force: true });
      world.movedTo = path;
      world.promises.counts.moves++;
    } else if (status === 0) world.movedTo = null;
  }

  /** Pulls a disk out during a move. */
  async pullInMove() {
    const before = new Map(this.world.disks.map(({ point, files }) => [point, namesIn(files).length]));
    const moving = this.move();
    await sleep(this.random.between(0, 120));
    // If the target disk is still empty, its mount point looks like any other empty folder.
    const unseen = ({ point, files }) =>
      this.goingTo?.startsWith(`${point}/`) === true && namesIn(files).length === before.get(point);
    const disk = this.random.pick(this.world.disks);
    if (unseen(disk)) return moving;
    this.world.pull(disk);
    await sleep(this.random.between(5, 300));
    this.world.plug(disk);
    await moving;
  }
}
