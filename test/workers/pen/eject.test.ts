/** What a person reads if the system does not let us unmount a pen, as under the unit of the system. */
import { expect, it, jest } from '@jest/globals';

const asked: string[] = [];
let complaint = 'must be superuser.';
// No program runs: a real one would unmount something here.
jest.unstable_mockModule('node:child_process', () => ({
  execFile: (program: string, options: string[], _: unknown, answer: (error: Error) => void) => {
    asked.push([program, ...options].join(' '));
    answer(Object.assign(new Error('failed'), { code: 32, stderr: `${program}: ${complaint}\n` }));
  },
}));
const { ejectPen } = await import('../../../workers/pen/find/eject.js');

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('a refusal says who refused and what to do', async () => {
  const failure = await ejectPen('/proc').catch((error: unknown) => error);
  expect(asked).toEqual(['gio mount -u /proc', 'umount -- /proc']);
  expect(failure).toMatchObject({ code: 'not_now' });
  expect(String(failure)).toContain('umount: must be superuser.');
  expect(String(failure)).toContain('sudo umount "/proc"');
});

onLinux('a pen that is in use says to close what uses it, not to unmount it by another program', async () => {
  complaint = '/proc: target is busy.';
  const failure = await ejectPen('/proc').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'not_now' });
  expect(String(failure)).toContain('Close the windows and programs');
  expect(String(failure)).not.toContain('sudo');
});
