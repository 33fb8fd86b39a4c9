/** Files of papers at an address, for the command line. */
import { expect, it } from '@jest/globals';
import { sourceOf } from '../../../daemon/papers/commands/paper-sources.js';

it('an address with a password is refused without showing it', async () => {
  const source = await sourceOf('http://me:secret@127.0.0.1:9/papers.json?token=secret');
  expect(source.shown).toBe('http://127.0.0.1:9/papers.json');
  const failure = await source.open().catch((error: unknown) => String(error));
  expect(failure).toContain('Cannot reach http://127.0.0.1:9/papers.json');
  expect(failure).not.toContain('secret');
});
