import { expect, it } from '@jest/globals';
import { turns } from '../../../../workers/base/async/turns.js';

it('lets others have their turn in a long loop', async () => {
  const [turn, begun] = [turns(), performance.now()];
  let others = 0;
  let isOver = false;
  const other = (): void => {
    others++;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  while (performance.now() - begun < 200) await turn();
  isOver = true;
  expect(others).toBeGreaterThan(2);
});
