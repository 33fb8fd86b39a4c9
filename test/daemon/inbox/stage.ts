import { beforeEach } from '@jest/globals';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InboxReconciler, type InboxParts } from '../../../daemon/inbox/reconciler.js';
import { libraryForEachTest } from '../../support/open-library.js';

/** Call at the top of a file: an inbox beside a library for each test, and reconcilers that end with the test. */
export function inboxStage() {
  const { shop, end } = libraryForEachTest();
  const at = (...parts: string[]): string => join(shop.home, 'inbox', ...parts);
  beforeEach(() => mkdir(at()));
  function open(more: Partial<InboxParts> = {}): InboxReconciler {
    const { importing, jobs, events, log, clock, albums } = shop;
    const reconciler = new InboxReconciler({
      ...{ inbox: at(), importing, jobs, events, log, clock },
      settleMs: () => 5000,
      note: () => undefined,
      arrived: (arrived) => albums.arrived(arrived),
      ...more,
    });
    end.push(() => reconciler.stop());
    return reconciler;
  }
  return { shop, at, open };
}
