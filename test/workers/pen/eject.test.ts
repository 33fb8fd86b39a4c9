/** What a person reads if the system does not let us unmount a pen, as under the unit of the system. */
import { expect, it, jest } from '@jest/globals';

const asked: string[] = [];
// No program runs: a real one would unmount something here.
jest.unstable_mockModule('node:child_process', () => ({
  execFile: (program: string, options: string[], _: unknown, answer: (error: Error) => void) => {
    asked.push([program, ...options].join(' '));
    answer(Object.assign(new Error('failed'), { code: 32, stderr: `${program}: must be superuser.\n` }));
  },
}));
const { ejectPen } = await import('../../../workers/pen/find/eject.js');

(process.platform === 'linux' ? it : it.skip)('a refusal says who refused and what to do', async () => {
  const failure = await ejectPen('/proc').catch((error: unknown) => error);
  expect(asked).toEqual(['gio mount -u /proc', 'umount -- /proc']);
  expect(failure).toMatchObject({ code: 'not_now' });
  expect(String(failure)).toContain('umount: must be superuser.');
  expect(String(failure)).toContain('sudo umount "/proc"');
});
