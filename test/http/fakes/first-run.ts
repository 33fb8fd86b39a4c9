/** A first run in memory; see `test/contracts/first-run.ts`. */
import type { FirstRunService, SheetFile } from '../../../http/features/first-run/service.js';
import { fresh, progressAfter } from '../../../http/features/first-run/progress.js';
import type { Publish } from './events.js';

export interface FakeFirstRun extends FirstRunService {
  /** The file of the test sheet is on these pens, or cannot be made. */
  setSheetFile(file: SheetFile): void;
}

export function fakeFirstRun(isEmpty: () => boolean, publish: Publish = () => undefined): FakeFirstRun {
  let now = fresh;
  let file: SheetFile = { made: false, pens: [], trouble: null };
  const state = () => {
    const { later, ...rest } = now;
    return { due: !rest.ended && !later && (rest.step !== 'music' || isEmpty()), ...rest };
  };
  return {
    state,
    async act(action, step) {
      const before = JSON.stringify(now);
      now = progressAfter(now, action, step);
      if (JSON.stringify(now) !== before) publish('first-run.changed', state());
    },
    sheetFile: () => file,
    setSheetFile: (given) => void (file = given),
  };
}
