/** What http relies on of the first run. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FirstRunService } from '../../http/features/first-run/service.js';
import type { Told } from './kit.js';
import { forEachTest } from '../support/opened.js';

export interface OpenedFirstRun {
  /** Of an empty library, for the first time. */
  service: FirstRunService;
  published: readonly Told[];
  /** The library has albums from now on, or has none any more. */
  fill(isFull: boolean): void;
  close(): Promise<void>;
}

const begun = { due: true, ended: false, answered: false, aid: null };

export function describeFirstRun(name: string, open: () => Promise<OpenedFirstRun>): void {
  describe(`${name} as a first run`, () => {
    const opened = forEachTest(open, (one) => one.close());
    let service: FirstRunService;
    beforeEach(() => void (service = opened.service));

    const told = (): unknown[] =>
      opened.published.filter(({ type }) => type === 'first-run.changed').map(({ data }) => data);

    it('is due in an empty library, from the first step on', () => {
      expect(service.state()).toEqual({ ...begun, step: 'music' });
      expect(service.sheetFile()).toEqual({ made: false, pens: [], trouble: null });
    });

    it('goes on step by step, and ends with the answer of the sheet', async () => {
      await service.act('next', 'music');
      expect([service.state(), told().at(-1)]).toEqual([
        { ...begun, step: 'pen' },
        { ...begun, step: 'pen' },
      ]);
      await service.act('skip', 'pen');
      expect(service.state()).toEqual({ ...begun, step: 'paper' });
      await service.act('next', 'music');
      expect(service.state()).toEqual({ ...begun, step: 'paper' });
      expect(told()).toHaveLength(2);
      await service.act('next', 'paper');
      expect(service.state()).toEqual({ ...begun, step: 'answer' });
      await service.act('yes');
      const end = { due: false, step: 'answer', ended: true, answered: true, aid: null };
      expect([service.state(), told().at(-1)]).toEqual([end, end]);
      await service.act('next', 'music');
      expect(service.state().due).toBe(false);
    });

    it('shows help for a silent sheet until a row played', async () => {
      await service.act('no');
      expect(service.state()).toEqual({ ...begun, step: 'answer', aid: 'reasons' });
      await service.act('test_sheet');
      expect([service.state(), told().at(-1)]).toEqual([
        { ...begun, step: 'answer', aid: 'test_sheet' },
        { ...begun, step: 'answer', aid: 'test_sheet' },
      ]);
      await service.act('row');
      expect(service.state()).toEqual({ ...begun, step: 'paper' });
    });

    it('is not due where there are albums, unless it was begun', async () => {
      opened.fill(true);
      expect(service.state().due).toBe(false);
      opened.fill(false);
      expect(service.state().due).toBe(true);
      await service.act('next', 'music');
      opened.fill(true);
      expect(service.state()).toEqual({ ...begun, step: 'pen' });
    });

    it('waits until someone continues', async () => {
      await service.act('next', 'music');
      await service.act('later');
      expect(service.state()).toEqual({ ...begun, due: false, step: 'pen' });
      await service.act('next', 'pen');
      expect(service.state()).toEqual({ ...begun, step: 'paper' });
    });

    it('that was ended is never due again', async () => {
      await service.act('skip', 'answer');
      expect(service.state()).toMatchObject({ due: false, ended: true, answered: false });
      opened.fill(true);
      opened.fill(false);
      expect(service.state().due).toBe(false);
      await service.act('no');
      expect(service.state()).toMatchObject({ due: false, ended: true, aid: 'reasons' });
    });
  });
}
