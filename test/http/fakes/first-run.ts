/** A first run in memory; see `test/contracts/first-run.ts`. */
import { stepAfter, steps, type FirstRunService, type Step } from '../../../http/features/first-run/service.js';
import type { Publish } from './events.js';

export function fakeFirstRun(isEmpty: () => boolean, publish: Publish = () => undefined): FirstRunService {
  let [at, ended]: [Step, boolean] = ['music', false];
  const state = () => ({ due: !ended && (at !== 'music' || isEmpty()), step: at });
  const change = (step: Step, isOver: boolean): void => {
    if (step === at && isOver === ended) return;
    [at, ended] = [step, isOver];
    publish('first-run.changed', state());
  };
  return {
    state,
    async done(step) {
      const next = stepAfter(step);
      if (next === null) change(at, true);
      else if (steps.indexOf(next) > steps.indexOf(at)) change(next, ended);
    },
    end: async () => change(at, true),
  };
}
