import { describe, expect, it } from '@jest/globals';
import { Heartbeat } from '../../../daemon/supervisor/heartbeat.js';
import type { ServiceManager } from '../../../daemon/supervisor/systemd.js';
import { silentLog } from '../../../workers/base/ports.js';
import { manualClock } from '../../support/manual-clock.js';

interface Heard {
  signs: Heartbeat;
  clock: ReturnType<typeof manualClock>;
  /** Each saying, in order. */
  said: (readonly string[])[];
  warned: string[];
  /** What the daemon does from now on. */
  does: (status: string) => void;
  /** From now on the manager does not hear; null: it does. */
  fails: (why: string | null) => void;
}

function listening(watchdogMs: number | null = 60_000): Heard {
  const [said, warned]: [(readonly string[])[], string[]] = [[], []];
  let [status, failure]: [string, string | null] = ['8 albums', null];
  const manager: ServiceManager = {
    watchdogMs,
    endedLastRun: () => false,
    async say(...assignments) {
      if (failure !== null) throw new Error(failure);
      said.push(assignments);
    },
  };
  const clock = manualClock();
  const log = { ...silentLog, warn: (text: string) => void warned.push(text) };
  return {
    signs: new Heartbeat({ manager, status: () => status, clock, log }),
    clock,
    said,
    warned,
    does: (now) => (status = now),
    fails: (why) => (failure = why),
  };
}

const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Heartbeat', () => {
  it('says that it is ready, and then that it lives, three times in the time of the watchdog', async () => {
    const { signs, clock, said } = listening();
    await signs.ready();
    clock.advance(19_999);
    expect(said).toEqual([['READY=1', 'STATUS=8 albums']]);
    for (let n = 0; n < 3; n++) clock.advance(20_000);
    await aMoment();
    expect(said.slice(1)).toEqual([['WATCHDOG=1'], ['WATCHDOG=1'], ['WATCHDOG=1']]);
  });

  it('keeps up with a watchdog in a hurry', async () => {
    const { signs, clock, said } = listening(3000);
    await signs.ready();
    clock.advance(1000);
    expect(said.slice(1)).toEqual([['WATCHDOG=1']]);
  });

  it('says what it does where that has changed, along with a sign', async () => {
    const { signs, clock, said, does } = listening();
    await signs.ready();
    does('9 albums,\n 1 being built');
    clock.advance(20_000);
    await aMoment();
    clock.advance(20_000);
    expect(said.slice(1)).toEqual([['WATCHDOG=1', 'STATUS=9 albums, 1 being built'], ['WATCHDOG=1']]);
  });

  it('says nothing without a watchdog as long as nothing changes', async () => {
    const { signs, clock, said, does } = listening(null);
    await signs.ready();
    clock.advance(20_000);
    expect(said).toHaveLength(1);
    does('9 albums');
    clock.advance(20_000);
    expect(said.slice(1)).toEqual([['STATUS=9 albums']]);
  });

  it('tells when it reads the configuration, also where that goes wrong', async () => {
    const { signs, said } = listening();
    await signs.ready();
    await signs.reloading(async () => void said.push(['reload']));
    const fails = signs.reloading(async () => {
      throw new Error('no');
    });
    await expect(fails).rejects.toThrow('no');
    expect(said.map(([first]) => first)).toEqual([
      'READY=1',
      'RELOADING=1',
      'reload',
      'READY=1',
      'RELOADING=1',
      'READY=1',
    ]);
    expect(said[3]).toEqual(['READY=1', 'STATUS=8 albums']);
  });

  it('is silent after it has said that it ends', async () => {
    const { signs, clock, said } = listening();
    await signs.ready();
    await signs.stopping();
    clock.advance(100_000);
    expect(said.slice(1)).toEqual([['STOPPING=1', 'STATUS=Stopping.']]);
    expect(clock.waiting()).toBe(0);
  });

  it('tells once of a manager that does not hear, goes on trying, and says it all again', async () => {
    const { signs, clock, said, warned, fails } = listening();
    fails('no such program');
    await signs.ready();
    clock.advance(20_000);
    await aMoment();
    expect(warned).toEqual(['Cannot notify systemd of READY=1: no such program']);
    fails(null);
    clock.advance(20_000);
    await aMoment();
    expect(said).toEqual([['WATCHDOG=1', 'STATUS=8 albums']]);
    fails('no such program');
    clock.advance(20_000);
    await aMoment();
    expect(warned).toHaveLength(2);
  });
});
