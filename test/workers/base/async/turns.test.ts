import { expect, it, jest } from '@jest/globals';
import { turns } from '../../../../workers/base/async/turns.js';

it('lets others have their turn after steps that took 10 ms together', async () => {
  const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
  try {
    const turn = turns();
    let others = 0;
    const afterStepAt = async (now: number): Promise<number> => {
      clock.mockReturnValue(now);
      setImmediate(() => others++);
      await turn();
      return others;
    };
    expect(await afterStepAt(9)).toBe(0);
    expect(await afterStepAt(10)).toBe(2);
    expect(await afterStepAt(19)).toBe(2);
    expect(await afterStepAt(20)).toBe(4);
  } finally {
    clock.mockRestore();
  }
});
