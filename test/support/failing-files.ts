/** File handles that fail like those of a bad disk. */
import { open } from 'node:fs/promises';
import { readlinkSync } from 'node:fs';
import { jest } from '@jest/globals';

type Call = 'read' | 'stat' | 'sync' | 'datasync';
type Handle = Record<Call, (...given: unknown[]) => Promise<unknown>> & { fd: number };

/**
 * Lets a call of file handles fail while `fails` says so of the path. Linux only: it names an open file.
 * @returns what ends that
 */
export async function failCalls(call: Call, fails: (path: string) => boolean, code = 'EIO'): Promise<() => void> {
  const some = await open('/dev/null');
  const prototype = Object.getPrototypeOf(some) as Handle;
  await some.close();
  const real = prototype[call];
  const spy = jest.spyOn(prototype, call).mockImplementation(function (this: Handle, ...given: unknown[]) {
    if (!fails(readlinkSync(`/proc/self/fd/${this.fd}`))) return real.apply(this, given);
    return Promise.reject(Object.assign(new Error(`${code}: i/o error, ${call}`), { code }));
  });
  return () => spy.mockRestore();
}
