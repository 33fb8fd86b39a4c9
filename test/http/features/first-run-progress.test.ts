/** Each action of the first run, from each step. */
import { expect, it } from '@jest/globals';
import {
  actions,
  fresh,
  progressAfter,
  steps,
  type Action,
  type Progress,
  type Step,
} from '../../../http/features/first-run/progress.js';

const at = (step: Step, changes: Partial<Progress> = {}): Progress => ({ ...fresh, step, ...changes });
const all: Progress[] = steps.flatMap((step) =>
  ([null, 'reasons', 'test_sheet'] as const).flatMap((aid) =>
    [false, true].flatMap((ended) => [false, true].map((later) => at(step, { aid, ended, later }))),
  ),
);

it.each<[Progress, Action, Step | undefined, Progress]>([
  [at('music'), 'next', 'music', at('pen')],
  [at('pen'), 'skip', 'pen', at('paper')],
  [at('music'), 'next', 'paper', at('answer')],
  [at('answer'), 'next', 'music', at('answer')],
  [at('paper', { later: true }), 'skip', undefined, at('answer')],
  [at('answer'), 'skip', 'answer', at('answer', { ended: true })],
  [at('answer', { aid: 'test_sheet' }), 'skip', 'answer', at('answer', { ended: true })],
  // To look at another step is not to leave the test sheet.
  [at('answer', { aid: 'test_sheet' }), 'next', 'pen', at('answer', { aid: 'test_sheet' })],
  [at('pen'), 'later', undefined, at('pen', { later: true })],
  [at('answer', { aid: 'test_sheet' }), 'later', undefined, at('answer', { later: true })],
  [at('paper'), 'yes', undefined, at('answer', { ended: true, answered: true })],
  [at('answer', { aid: 'test_sheet' }), 'yes', undefined, at('answer', { ended: true, answered: true })],
  [at('pen'), 'no', undefined, at('answer', { aid: 'reasons' })],
  [at('answer', { aid: 'test_sheet' }), 'no', undefined, at('answer', { aid: 'test_sheet' })],
  [at('answer', { aid: 'reasons' }), 'test_sheet', undefined, at('answer', { aid: 'test_sheet' })],
  [at('answer', { aid: 'test_sheet' }), 'row', undefined, at('paper')],
])('%j, then %s of %s', (before, action, step, after) => {
  expect(progressAfter(before, action, step)).toEqual(after);
});

it('never takes back an end, and only an answer or a skipped answer makes one', () => {
  for (const before of all)
    for (const action of actions)
      for (const step of steps) {
        const { ended } = progressAfter(before, action, step);
        const mayEnd = action === 'yes' || (step === 'answer' && ['next', 'skip'].includes(action));
        expect([before, action, step, ended]).toEqual([before, action, step, before.ended || mayEnd]);
      }
});

it('wants the test sheet on a pen only in the last step', () => {
  let reached: Progress[] = [fresh];
  for (let n = 0; n < 5; n++)
    reached = reached
      .flatMap((now) => [now, ...actions.map((action) => progressAfter(now, action))])
      .filter(distinct());
  for (const { aid, step } of reached) expect([aid, step === 'answer' || aid === null]).toEqual([aid, true]);
  expect(reached.length).toBeGreaterThan(10);
});

function distinct(): (one: Progress) => boolean {
  const seen = new Set<string>();
  return (one) => !seen.has(JSON.stringify(one)) && seen.add(JSON.stringify(one)) !== undefined;
}
