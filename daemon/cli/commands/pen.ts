/** `tonstift pen …`: works through the daemon if it runs, otherwise directly. */
import { resolve } from 'node:path';
import type { PenView } from '../../../http/resources/pens/service.js';
import { simulatePen } from '../../../workers/pen/simulate.js';
import { exitCodes } from '../exit-codes.js';
import { oneLine } from '../../log/log-text.js';
import type { DaemonClient } from '../daemon-client.js';
import { runningDaemon } from '../running-daemon.js';
import type { Command, Invocation } from '../invocation.js';
import { loadSettings } from '../load-settings.js';
import { withLog } from '../working-log.js';

/** The operations that both the daemon and this process can do. */
interface PenAccess {
  list(): Promise<PenView[]>;
  sync(pen?: string): Promise<PenView[]>;
  eject(pen?: string): Promise<PenView[]>;
}

/** Milliseconds. A daemon that needs longer for the list hangs. */
const listTime = 10_000;

function overHttp({ ask }: DaemonClient): PenAccess {
  const act = async (action: string, pen: string | undefined): Promise<PenView[]> => {
    const body = new URLSearchParams({ action, ...(pen === undefined ? {} : { pen }) });
    // No timeout: building files and filling a pen can take an hour, and the daemon answers only then.
    return (await ask<{ pens: PenView[] }>('/pens', { method: 'POST', body })).pens;
  };
  return {
    list: async () => (await ask<{ pens: PenView[] }>('/pens', {}, listTime)).pens,
    sync: (pen) => act('sync', pen),
    eject: (pen) => act('eject', pen),
  };
}

async function withPens<Result>(invocation: Invocation, work: (access: PenAccess) => Promise<Result>): Promise<Result> {
  const settings = await loadSettings(invocation);
  const daemon = await runningDaemon(settings);
  if (daemon !== undefined) return work(overHttp(daemon));
  return withLog(settings, async (log) => {
    const [{ openLibrary }, { openPens }] = await Promise.all([
      import('../../library/open-library.js'),
      import('../../pens/open-pens.js'),
    ]);
    const opened = await openLibrary({ settings, log, purpose: 'tonstift pen', mayBeAway: true, mayCreate: false });
    try {
      const pens = openPens(opened);
      opened.disposables.push('The pens', () => pens.stop());
      await pens.searchOnce();
      return await work({
        list: () => Promise.resolve(pens.list()),
        sync: (pen) => pens.sync(pen),
        eject: (pen) => pens.eject(pen),
      });
    } finally {
      await opened.disposables.run();
    }
  });
}

const megabytes = (bytes: number | null): string => (bytes === null ? '?' : `${(bytes / 1e6).toFixed(0)} MB`);

function describe(pen: PenView): string[] {
  const kind = [pen.language, pen.generation].filter((part) => part !== null).join(', ');
  const where =
    pen.path === null
      ? `not plugged in, last seen ${pen.last_seen}`
      : `at ${pen.path}, ${megabytes(pen.free_bytes)} of ${megabytes(pen.total_bytes)} free`;
  return [
    `${pen.id}  ${pen.name}${kind === '' ? '' : ` (${kind})`}  ${where}`,
    `  ${pen.state}; ${pen.albums.length === 0 ? 'none of our albums' : `albums ${pen.albums.join(', ')}`}`,
    ...pen.problems.map(({ reason }) => `  ${String(reason)}`),
    ...pen.shadowed.map(({ oid, path }) => `  ${path} is not ours and has the product id ${oid}`),
  ].map(oneLine);
}

export const printPens: Command = async (invocation) => {
  const pens = await withPens(invocation, (access) => access.list());
  printList(pens, invocation);
  return exitCodes.done;
};

function printList(pens: readonly PenView[], { options, print }: Invocation): void {
  if (options.json) print(JSON.stringify({ pens }, null, 2));
  else if (pens.length === 0) print('No pen is plugged in, and no pen is known.');
  else for (const line of pens.flatMap(describe)) print(line);
}

export const syncPens: Command = async (invocation) => {
  const pens = await withPens(invocation, (access) => access.sync(invocation.operands[0]));
  printList(pens, invocation);
  // A later change may already be copying.
  return pens.every(({ state }) => state === 'ready' || state === 'copying') ? exitCodes.done : exitCodes.failed;
};

export const ejectPens: Command = async (invocation) => {
  await withPens(invocation, (access) => access.eject(invocation.operands[0]));
  invocation.print('Unmounted: safe to unplug.');
  return exitCodes.done;
};

export const simulate: Command = async ({ operands: [folder = ''], print }) => {
  const pen = await simulatePen(resolve(folder), {});
  print(oneLine(`${pen.path} is a pen now (${pen.id}). Name it in pen_paths: tonstift --pen-paths '${pen.path}'`));
  return exitCodes.done;
};
