/** A disk that is full at the start: the program waits for room, and its pages say so. */
import Koa from 'koa';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../config/settings.js';
import { askedLanguage } from '../http/request/language.js';
import { fileSize } from '../workers/base/text/file-size.js';
import { isDiskFull } from '../workers/base/errors.js';
import { freeBytes } from '../workers/base/files/free-bytes.js';
import type { Language } from '../workers/base/language/languages.js';
import { say } from '../workers/base/language/sentence.js';
import type { Log } from '../workers/base/ports.js';

export interface StartParts {
  settings: Pick<Settings, 'current' | 'places'>;
  log: Pick<Log, 'error' | 'info'>;
  /** Resolves when the program shall stop. */
  stop: Promise<unknown>;
}

/** Bytes that a start and the first work need. */
const needed = 4_000_000;
/** Milliseconds between two checks. */
const checkEvery = 2000;

/**
 * Calls `start`. If a full disk prevents it, waits for room and calls it again; meanwhile every page says what is
 * missing.
 * @returns null if the program shall stop before there is room
 * @throws what `start` throws, unless the disk of one of our folders is full
 */
export async function startWhenRoom<Started>(
  start: () => Promise<Started>,
  parts: StartParts,
): Promise<Started | null> {
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const folder = isDiskFull(error) ? await fullFolder(parts.settings) : undefined;
      if (folder === undefined) throw error;
      if (!(await waitForRoom(folder, parts))) return null;
    }
  }
}

/** Returns false if the program shall stop. */
async function waitForRoom(folder: string, { settings, log, stop }: StartParts): Promise<boolean> {
  const sizes = async () => ({ free: fileSize(await freeIn(folder)), needed: fileSize(needed) });
  log.error(String(say('start.disk_full', { folder, ...(await sizes()) })));
  const app = new Koa();
  app.use(async (ctx) => {
    const language = askedLanguage(ctx);
    ctx.status = 503;
    ctx.set({ 'Retry-After': '10', 'Cache-Control': 'no-store', 'Content-Language': language });
    // Anyone may send this request, so only the log names the folder.
    const sentence = say('start.disk_full_page', await sizes()).in(language);
    ctx.body = ctx.accepts('text', 'html') === 'html' ? pageOf(sentence, language) : `${sentence}\n`;
  });
  const { host, port } = settings.current;
  const server = app.listen({ host, port });
  // The start itself says what is wrong with the port.
  server.on('error', () => undefined);
  let shallStop = false;
  void stop.then(() => (shallStop = true));
  try {
    while (!shallStop && (await freeIn(folder)) < needed) await Promise.race([stop, pause(checkEvery)]);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  if (!shallStop) log.info(`There is room in ${folder} again. Starting.`);
  return !shallStop;
}

/** It loads itself again, until the pages are there. */
const pageOf = (sentence: string, language: Language): string => `<!doctype html>
<html lang="${language}">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="10">
<title>Tonstift</title>
<p>${sentence}</p>
`;

/** Returns the first of our folders whose disk has no room. */
async function fullFolder({ current, places }: StartParts['settings']): Promise<string | undefined> {
  for (const folder of [places.data, current.library_path, current.inbox_path])
    if ((await freeIn(folder)) < needed) return folder;
  return undefined;
}

/** Returns the free bytes on the disk where a folder is, or would be made. */
function freeIn(folder: string): Promise<number> {
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  return freeBytes(there);
}
