import { describe } from '@jest/globals';
import { leaveOut } from '../support/leave-out.js';
import { canMount } from './pen-mount.js';

/** Tests that mount. Where that is not allowed, one skipped test says so instead of them. */
export function withMounts(what: string, tests: () => void): void {
  describe(what, () => (canMount ? tests() : leaveOut('with real mounts', 'Only root on Linux may mount.')));
}
