/** Sticks that stand for pens, with the file systems that pens have, plugged in and pulled out. */
import { setTimeout as wait } from 'node:timers/promises';
import { check } from './check.mjs';
import { give, library } from './user-unit.mjs';

/** Something has been copied, and not all of it. */
const isHalfWay = ({ progress }) =>
  progress !== null && progress.done > 0.2 * progress.total && progress.done < 0.9 * progress.total;

export const isAtWorkOrDone = ({ progress, state }) => (progress?.done ?? 0) > 0 || state === 'ready';

/**
 * Plugs one in that was pulled out in the middle, and waits until it is as far as that. Where FAT was left in a bad
 * state, Linux makes it read-only with the first change that meets it, so that a person plugs it in again: the daemon
 * says so.
 */
export async function plugAgain(life, name, isFarEnough) {
  for (let tries = 0; tries < 4; tries++) {
    await life.plug(name);
    const isInTrouble = ({ read_only: isOnlyRead, problems }) => isOnlyRead || problems.length > 0;
    const { pens } = await life.until('a pen that is far enough, or read-only', '/pens', ({ pens: known }) =>
      known.some((pen) => pen.plugged_in && (isInTrouble(pen) || isFarEnough(pen))),
    );
    if (!pens.some((pen) => pen.plugged_in && isInTrouble(pen))) return;
    await life.pull(name);
    life.checkStick(name, { isCut: true });
    await life.until('a daemon that knows it', '/pens', ({ pens: known }) => known.every((pen) => !pen.plugged_in));
  }
  throw new Error(`${name} stays read-only however often it is plugged in.`);
}

/** @type {(type: 'vfat' | 'exfat') => import('../chapters.mjs').Chapter[]} */
const oneStick = (type) => [
  {
    what: `a stick with ${type} gets the album as soon as it is plugged in, and is whole when it is pulled out`,
    isShort: type === 'vfat',
    async live(life) {
      life.stick(type, { type });
      await life.plug(type);
      await life.pens(1);
      await life.pull(type);
      life.checkStick(type);
      await life.compareStick(type, await life.digests(library));
    },
  },
  {
    what: `a stick with ${type} that is pulled out in the middle of a copy, five times, gets the rest next time`,
    async live(life) {
      if (type === 'vfat') {
        await give(life, 'Im Gebirge');
        await life.albums(2);
      }
      life.stick(type, { type, megabytes: 1024 });
      for (let n = 0; n < 5; n++) {
        await plugAgain(life, type, isHalfWay);
        await wait(200 * n);
        await life.pull(type);
        life.checkStick(type, { isCut: true });
        await life.until('a daemon that knows it', '/pens', ({ pens }) => pens.every(({ plugged_in: is }) => !is));
      }
      await plugAgain(life, type, isAtWorkOrDone);
      await life.pens(1);
      await life.pull(type);
      // What the cuts have left lies there until a checker of the system has it: nothing of it is an album's.
      life.checkStick(type, { isCut: true });
      await life.compareStick(type, await life.digests(library));
    },
  },
];

/** @type {import('../chapters.mjs').Chapter[]} */
export const pens = [
  ...oneStick('vfat'),
  ...oneStick('exfat'),
  {
    what: 'two sticks at once both get everything',
    async live(life) {
      for (const name of ['one', 'two'])
        life.stick(name, { megabytes: 1024, label: `tiptoi ${name === 'one' ? 1 : 2}` });
      await life.plug('one');
      await life.plug('two');
      await life.pens(2);
      for (const name of ['one', 'two']) await life.pull(name);
      for (const name of ['one', 'two']) {
        life.checkStick(name);
        await life.compareStick(name, await life.digests(library));
      }
    },
  },
  {
    what: 'a stick that is too small gets what fits, and the page says what does not',
    async live(life) {
      life.stick('small', { megabytes: 40 });
      await life.plug('small');
      await life.until('a pen that is full', '/pens', ({ pens }) =>
        pens.some(
          ({ plugged_in: isHere, problems }) =>
            isHere && problems.some(({ reason }) => /free|room|needs/i.test(reason)),
        ),
      );
      await life.pull('small');
      life.checkStick('small');
    },
  },
  {
    what: 'a stick that is write-protected is left alone, and the page says so',
    async live(life) {
      life.stick('protected', {});
      await life.plug('protected', { isProtected: true });
      const { pens } = await life.until('a pen that cannot be written', '/pens', ({ pens }) =>
        pens.some(({ plugged_in: isHere, read_only: is, state }) => isHere && is && state === 'problem'),
      );
      check(pens.length > 0, JSON.stringify(pens));
      await life.pull('protected');
      life.checkStick('protected');
    },
  },
];
