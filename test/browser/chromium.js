/** The library that drives Chromium. */
import { installed } from '../../tools/install.mjs';

export async function chromium() {
  await installed('test/browser');
  return (await import('playwright-core')).chromium;
}
