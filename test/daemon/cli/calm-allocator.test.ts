import { expect, it, jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { beginCalm } from '../../../daemon/cli/calm-allocator.js';

const execve = jest.fn<() => never>();

it('begins anew with what the C library reads at a start, once', () => {
  beginCalm({ HOME: '/home/anna' }, 'linux', execve);
  const [file, words, environment] = execve.mock.calls[0] as unknown as [string, string[], Record<string, string>];
  expect(file).toBe(process.execPath);
  expect(words).toEqual([process.execPath, ...process.execArgv, ...process.argv.slice(1)]);
  expect(environment).toMatchObject({ HOME: '/home/anna', MALLOC_ARENA_MAX: '1' });
  expect(environment['NODE_OPTIONS']).toBe('--max-semi-space-size=2');
  beginCalm(environment, 'linux', execve);
  expect(execve).toHaveBeenCalledTimes(1);
});

it('leaves what someone has chosen, other systems, and a Node that cannot', () => {
  execve.mockClear();
  beginCalm({ MALLOC_ARENA_MAX: '4' }, 'linux', execve);
  beginCalm({ GLIBC_TUNABLES: 'glibc.malloc.arena_max=2' }, 'linux', execve);
  beginCalm({}, 'darwin', execve);
  beginCalm({}, 'linux', undefined);
  expect(execve).not.toHaveBeenCalled();
});

it('sets what the unit of systemd sets', () => {
  beginCalm({}, 'linux', execve);
  const [, , environment] = execve.mock.calls[0] as unknown as [string, string[], Record<string, string>];
  const unit = readFileSync(new URL('../../../service-units/systemd/tonstift.service', import.meta.url), 'utf8');
  const set = [...unit.matchAll(/^Environment=(.*)$/gm)]
    .map(([, assignment]) => assignment)
    .filter((assignment) => !assignment?.startsWith('TONSTIFT_'));
  expect(set).toEqual(Object.entries(environment).map((pair) => pair.join('=')));
});

it('keeps the options that Node has', () => {
  execve.mockClear();
  beginCalm({ NODE_OPTIONS: '--no-warnings' }, 'linux', execve);
  const [, , environment] = execve.mock.calls[0] as unknown as [string, string[], Record<string, string>];
  expect(environment['NODE_OPTIONS']).toBe('--no-warnings --max-semi-space-size=2');
});
