/** A disk that is full at the start: the program waits for room, and its pages say so. */
import Koa from 'koa';
import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../config/settings.js';
import { httpServer } from '../http/server.js';
import { isDiskFull } from '../workers/base/errors.js';
import { say, type Sentence } from '../workers/base/language/sentence.js';
import type { Log } from '../workers/base/ports.js';

export interface StartParts {
  settings: Pick<Settings, 'current' | 'places'>;
  log: Pick<Log, 'error' | 'info'>;
  /** Aborts the wait. */
  signal: AbortSignal;
}

/** Bytes that a start and the first work need. */
const needed = 4 * 1024 * 1024;
/** Milliseconds between two looks. */
const lookEvery = 2000;

/**
 * Calls `start`. If a full disk prevents it, waits for room and calls it again; meanwhile every page says what is
 * missing.
 * @throws what `start` throws, unless the disk of one of our folders is full; the signal's reason
 */
export async function startWhenRoom<Started>(start: () => Promise<Started>, parts: StartParts): Promise<Started> {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const folder = isDiskFull(error) ? await fullFolder(parts.settings) : undefined;
      if (folder === undefined) throw error;
      await waitForRoom(folder, parts);
    }
  }
}

async function waitForRoom(folder: string, { settings, log, signal }: StartParts): Promise<void> {
  const { host, port } = settings.current;
  const sizes = { needed: megabytes(needed) };
  log.error(String(say('start.disk_full', { folder, free: megabytes(await freeIn(folder)), ...sizes })));
  const app = new Koa();
  app.use(async (ctx) => {
    // Anyone may send this request, so only the log names the folder.
    const full = say('start.disk_full_page', { free: megabytes(await freeIn(folder).catch(() => 0)), ...sizes });
    answer(ctx, full);
  });
  const server = httpServer(app);
  server.on('error', () => undefined);
  server.listen({ host, port });
  try {
    while ((await freeIn(folder)) < needed) await pause(lookEvery, undefined, { signal });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  log.info(`There is room in ${folder} again. Starting.`);
}

function answer(ctx: Koa.Context, sentence: Sentence): void {
  ctx.status = 503;
  const language = ctx.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en';
  ctx.set({ 'Retry-After': '10', 'Cache-Control': 'no-store', 'Content-Language': language });
  ctx.body = `${sentence.in(language)}\n`;
}

/** Returns the first of our folders whose disk has no room. */
async function fullFolder({ current, places }: StartParts['settings']): Promise<string | undefined> {
  for (const folder of [places.data, current.library_path, current.inbox_path])
    if ((await freeIn(folder)) < needed) return folder;
  return undefined;
}

async function freeIn(folder: string): Promise<number> {
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  const { bavail, bsize } = await statfs(there);
  return bavail * bsize;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
