/** What http relies on of the first run. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FirstRunService } from '../../http/features/first-run/service.js';
import type { Told } from './kit.js';

export interface OpenedFirstRun {
  /** Of an empty library, for the first time. */
  service: FirstRunService;
  published: readonly Told[];
  /** The library has albums from now on, or has none any more. */
  fill(isFull: boolean): void;
  close(): Promise<void>;
}

export function describeFirstRun(name: string, open: () => Promise<OpenedFirstRun>): void {
  describe(`${name} as a first run`, () => {
    let opened: OpenedFirstRun;
    let service: FirstRunService;
    beforeEach(async () => {
      opened = await open();
      service = opened.service;
    });
    afterEach(() => opened.close());

    const told = (): unknown => opened.published.filter(({ type }) => type === 'first-run.changed').at(-1)?.data;

    it('is due in an empty library, from the first step on', () => {
      expect(service.state()).toEqual({ due: true, step: 'music' });
    });

    it('goes on step by step, and ends with the last', async () => {
      await service.done('music');
      expect([service.state(), told()]).toEqual([
        { due: true, step: 'paper' },
        { due: true, step: 'paper' },
      ]);
      await service.done('paper');
      expect(service.state()).toEqual({ due: true, step: 'pen' });
      await service.done('music');
      expect(service.state()).toEqual({ due: true, step: 'pen' });
      await service.done('pen');
      expect([service.state().due, (told() as { due: boolean }).due]).toEqual([false, false]);
      await service.done('music');
      expect(service.state().due).toBe(false);
    });

    it('is not due where there are albums, unless it was begun', async () => {
      opened.fill(true);
      expect(service.state().due).toBe(false);
      opened.fill(false);
      expect(service.state().due).toBe(true);
      await service.done('music');
      opened.fill(true);
      expect(service.state()).toEqual({ due: true, step: 'paper' });
    });

    it('that was ended is never due again', async () => {
      await service.end();
      expect(service.state().due).toBe(false);
      opened.fill(true);
      opened.fill(false);
      expect(service.state().due).toBe(false);
    });
  });
}
