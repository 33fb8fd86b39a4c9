/** `tonstift pen …`: through the daemon where it runs, else by ourselves. */
import { join, resolve } from 'node:path';
import { request } from 'undici';
import type { Settings } from '../../config/settings.js';
import type { PenView } from '../../http/services.js';
import { errorCodes, messageOf, TonstiftError, type ErrorCode } from '../../workers/errors.js';
import { simulatePen } from '../../workers/pen/simulate.js';
import { exitCodes } from '../exit-codes.js';
import { holderAddress } from '../../workers/files/lock.js';
import { oneLine } from '../log-text.js';
import type { Command, Invocation } from './invocation.js';
import { loadSettings } from './settings.js';
import { withLog } from './working-log.js';

/** What both ways can do. */
interface PenHouse {
  list(): Promise<PenView[]>;
  sync(pen?: string): Promise<PenView[]>;
  eject(pen?: string): Promise<PenView[]>;
}

/** Milliseconds; a daemon that takes longer to tell what it knows hangs. */
const listTime = 10_000;

/** A daemon that runs, asked as a browser would. Throws what it answers. */
function overHttp(address: string, settings: Settings): PenHouse {
  const { password } = settings.current;
  const headers = { accept: 'application/json', ...(password === '' ? {} : { authorization: `Basic ${Buffer.from(`tonstift:${password}`).toString('base64')}` }) };
  const ask = async (fields?: Record<string, string>): Promise<PenView[]> => {
    const answer = await request(new URL('/pens', address), fields === undefined ? { headers, headersTimeout: listTime } : {
      method: 'POST', headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams(fields).toString(),
      // A pen may take an hour to fill, and only then the daemon answers.
      headersTimeout: 0, bodyTimeout: 0,
    }).catch((error: unknown) => {
      throw new TonstiftError('not_now', `The daemon at ${address} does not answer: ${messageOf(error)}`, {}, { cause: error });
    });
    const body = readAnswer(await answer.body.text());
    if (body.pens !== undefined) return body.pens;
    const code = errorCodes.find((one) => one === body.error?.code) ?? ('not_now' satisfies ErrorCode);
    throw new TonstiftError(code, body.error?.message ?? `The daemon at ${address} answered ${answer.statusCode}.`);
  };
  const act = (action: string, pen: string | undefined): Promise<PenView[]> => ask({ action, ...(pen === undefined ? {} : { pen }) });
  return { list: () => ask(), sync: (pen) => act('sync', pen), eject: (pen) => act('eject', pen) };
}

interface Answer {
  pens?: PenView[];
  error?: { code: string; message: string };
}

function readAnswer(text: string): Answer {
  try {
    return (JSON.parse(text) ?? {}) as Answer;
  } catch {
    return {};
  }
}

async function withPens<Result>(invocation: Invocation, work: (house: PenHouse) => Promise<Result>): Promise<Result> {
  const settings = await loadSettings(invocation);
  const address = await holderAddress(join(settings.places.data, 'daemon.lock'));
  if (address !== undefined) return work(overHttp(address, settings));
  return withLog(settings, async (log) => {
    const [{ openWorkshop }, { openPens }] = await Promise.all([import('../workshop.js'), import('../open-pens.js')]);
    const workshop = await openWorkshop({ settings, log, purpose: 'tonstift pen' });
    try {
      const pens = await openPens(settings, workshop, log);
      workshop.releases.push('The pens', () => pens.stop());
      await pens.lookOnce();
      return await work({ list: () => Promise.resolve(pens.list()), sync: (pen) => pens.sync(pen), eject: (pen) => pens.eject(pen) });
    } finally {
      await workshop.releases.run();
    }
  });
}

const megabytes = (bytes: number | null): string => (bytes === null ? '?' : `${(bytes / 1e6).toFixed(0)} MB`);

function describe(pen: PenView): string[] {
  const kind = [pen.language, pen.generation].filter((part) => part !== null).join(', ');
  const where = pen.path === null ? `not plugged in, last seen ${pen.last_seen}` : `at ${pen.path}, ${megabytes(pen.free_bytes)} of ${megabytes(pen.total_bytes)} free`;
  return [
    `${pen.id}  ${pen.name}${kind === '' ? '' : ` (${kind})`}  ${where}`,
    `  ${pen.state}; ${pen.albums.length === 0 ? 'none of our albums' : `albums ${pen.albums.join(', ')}`}`,
    ...pen.problems.map(({ reason }) => `  ${reason}`),
    ...pen.shadowed.map(({ oid, path }) => `  ${path} is not ours and has the product id ${oid}`),
  ].map(oneLine);
}

export const printPens: Command = async (invocation) => {
  const pens = await withPens(invocation, (house) => house.list());
  if (invocation.json) invocation.print(JSON.stringify({ pens }, null, 2));
  else if (pens.length === 0) invocation.print('No pen is plugged in, and none was before.');
  else for (const line of pens.flatMap(describe)) invocation.print(line);
  return exitCodes.done;
};

export const syncPens: Command = async (invocation) => {
  const pens = await withPens(invocation, (house) => house.sync(invocation.operands[0]));
  for (const line of pens.flatMap(describe)) invocation.print(line);
  return pens.some((pen) => pen.problems.length + pen.shadowed.length > 0) ? exitCodes.failed : exitCodes.done;
};

export const ejectPens: Command = async (invocation) => {
  await withPens(invocation, (house) => house.eject(invocation.operands[0]));
  invocation.print('Unmounted: safe to unplug.');
  return exitCodes.done;
};

export const simulate: Command = async ({ operands: [folder = ''], print }) => {
  const pen = await simulatePen(resolve(folder), {});
  print(oneLine(`${pen.path} is a pen now (${pen.id}). Name it in pen_paths: tonstift --pen-paths '${pen.path}'`));
  return exitCodes.done;
};
