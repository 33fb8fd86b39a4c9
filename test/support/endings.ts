import { afterEach } from '@jest/globals';

/** What each test of a file puts in is done at its end, the last first. To be called before `temporaryFolders`. */
export function endings(): (() => Promise<void>)[] {
  const end: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const one of end.splice(0).reverse()) await one();
  });
  return end;
}
