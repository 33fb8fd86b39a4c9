/** Helpers that open something before the tests of a suite, and close it after them. */
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

/** Has the fields of what `open` has made for the test that runs. */
export function forEachTest<Opened extends object>(
  open: () => Promise<Opened>,
  close: (opened: Opened) => unknown,
): Opened {
  const opened = {} as Opened;
  beforeEach(async () => void Object.assign(opened, await open()));
  afterEach(async () => void (await close(opened)));
  return opened;
}

/** Has the fields of what `open` has made before the first test. */
export function forAllTests<Opened extends object>(
  open: () => Promise<Opened>,
  close: (opened: Opened) => unknown,
): Opened {
  const opened = {} as Opened;
  beforeAll(async () => void Object.assign(opened, await open()));
  afterAll(async () => void (await close(opened)));
  return opened;
}
