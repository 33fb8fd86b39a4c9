/** The document of the HTTP interface, and a service in which each of its examples can be done. */
import { Readable } from 'node:stream';
import { writeFile } from 'node:fs/promises';
import { isForPrograms, openApi } from '../../http/features/openapi/document/document.js';
import { allOperations as told } from '../support/features.js';
import { heardExample } from '../../http/features/try/api.js';
import { awayPenExample, penExample } from '../../http/resources/pens/input.js';
import type { TryService } from '../../http/features/try/service.js';
import type { Problem } from '../../http/resources/status/problem.js';
import { begunExample, wholeExample } from '../../http/features/uploads/tus-api.js';
import {
  Checker,
  operationsOf,
  type Document,
  type Instead,
  type Operation,
  type Request,
} from '../support/openapi.js';
import { scannedPage } from '../support/print/scanned-page.js';
import { assembled } from '../workers/features/try/virtual-pen/assembled.js';
import { png, start, track, type Answer, type Running } from './client.js';

const documentOf = (some: typeof told): Document => JSON.parse(JSON.stringify(openApi(some, '0.0.1-test'))) as Document;

/** All routes. */
export const document = documentOf(told);
/** The operations of the document. It lacks the parts of pages. */
export const published = documentOf(told.filter(isForPrograms));
export const operations = operationsOf(document);
export const checker = new Checker(document);

export function operation(method: string, path: string): Operation {
  const found = operations.find((one) => one.method === method && one.path === path);
  if (found === undefined) throw new Error(`The document has no ${method} ${path}.`);
  return found;
}

const paper = { title: 'On pens', authors: ['Ada'], abstract: 'Ink.', year: 2020, conference: 'EMNLP' };

/** What the examples name. */
export const files: Record<string, Buffer> = {
  '01.mp3': Buffer.from('sound'),
  '02.mp3': Buffer.from('other sound'),
  '03.mp3': Buffer.from('one more sound'),
  'cover.jpg': png,
  'picture.jpg': png,
  'album.gme': Buffer.from(assembled({ scripts: { 2000: ['P(3)'] } })),
  'backup.zip': Buffer.from('PK backup'),
  'page.png': scannedPage(),
  'papers.json': Buffer.from(JSON.stringify([paper])),
};

const problem: Problem = {
  ...{ kind: 'album', what: 'a', reason: 'The disk is full.', advice: 'Make room.', path: '/library/920' },
  ...{ oid: 920, pen: null },
  actions: [{ name: 'create_gme', path: '/library', fields: { action: 'create_gme', uid: '920' } }],
};

export interface World extends Running {
  /** What stands for the examples that are otherwise here. */
  instead: Instead;
}

/** Two albums, one with pictures, a deleted one, files in pieces, a pen, an arrival, a problem, a log, papers. */
export async function world(): Promise<World> {
  const running = await start();
  const { services } = running;
  await running.parts('/', [track('a.mp3'), track('b.mp3', 'other'), { name: 'cover', filename: 'c', content: png }]);
  const fields = { action: 'add_track_picture', uid: '920', id: '1' };
  const parts = Object.entries(fields).map(([name, content]) => ({ name, content }));
  await running.parts('/library', [...parts, { name: 'picture', filename: 'p', content: png }]);
  await running.parts('/', [track('c.mp3', 'third')]);
  await running.form('/library', { action: 'delete', uid: '921' });
  await running.parts('/', [track('d.mp3', 'fourth')]);
  await services.albums.createGme(920);
  for (const pen of ['A1', 'B2']) services.pens.plugIn(pen);
  services.pens.unplug('B2');
  // The folder of a test cannot be unmounted.
  services.pens.eject = async () => services.pens.list();
  services.restart = () => undefined;
  services.arrivals.add({ end: 'failed', name: 'x', aside: ['failed/x'], can_add: true, reasons: ['It is broken.'] });
  services.problems.set([problem]);
  services.logs.write('warn', 'Something.');
  await keepPapers(services);
  const [deleted] = services.deleted.list();
  const heard = await keepGme(services.tries);
  const begun = await services.parcels.create(5, '');
  const whole = await services.parcels.create(5, '');
  const bytes = Readable.from([Buffer.from('sound')]);
  await services.parcels.append(whole.id, 0, { bytes, length: 5, breakOff: () => undefined });
  return {
    ...running,
    instead: {
      '920 Title': deleted?.folder ?? '',
      [begunExample]: begun.id,
      [wholeExample]: whole.id,
      [heardExample]: heard,
      [penExample]: 'A1',
      [awayPenExample]: 'B2',
    },
  };
}

/** One that is saved and on lists, one that was saved, and one that is neither. */
async function keepPapers({ papers, saved, alerts, feeds }: Running['services']): Promise<void> {
  const all = ['b', 'c'].map((uid) => ({ ...paper, uid, title: uid }));
  await papers.import({ bytes: Readable.from([JSON.stringify(all)]), format: 'json' }, 'Papers');
  for (const { uid } of all) await saved.note(uid, 'Mine.');
  for (const list of ['thesis', 'old', 'draft']) await saved.addToList(['b', 'c'], list);
  await saved.decide('thesis', 'b', 'maybe');
  await saved.remove('c');
  for (const year of [2019, 2020]) await alerts.keep({ q: '', conferences: [], years: [year], sessions: [] });
  for (const name of ['cs.IR', 'cs.AI']) await feeds.add(`https://arxiv.org/list/${name}/new`, 'week');
}

/** What `POST /try` has kept. */
async function keepGme(tries: TryService): Promise<string> {
  const folder = await tries.folder();
  const path = folder.at('sent');
  await writeFile(path, files['album.gme'] ?? '');
  const id = await tries.keep({ path, filename: 'album.gme', size: 0 });
  await folder.close();
  return id;
}

export const send = (running: Running, { method, path, headers, body }: Omit<Request, 'name'>): Promise<Answer> =>
  running.ask(path, { method, headers, ...(body && { body }) });
