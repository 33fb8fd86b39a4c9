/** The thread that lays out and writes sheets. It keeps fonts open and the event loop of the daemon free. */
import { say as sentence } from '../base/language/sentence.js';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { TonstiftError, wordsOf } from '../base/errors.js';
import { readItself } from '../base/files/seen-file.js';
import { boardSvg } from './output/board-svg.js';
import { pageSvg } from './output/page-svg.js';
import { boardPage } from './sheet/board.js';
import { paperSizes } from './sheet/paper.js';
import {
  piecesAhead,
  type FileTask,
  type FromThread,
  type PictureTask,
  type Preview,
  type PrintTask,
  type SheetOrder,
  type ToThread,
} from './print-protocol.js';
import { PageCounts } from './sheet/page-counts.js';
import { sheetPages } from './sheet/sheet.js';
import { createTypesetter } from './text/typeset.js';
import type { Page, PictureItem } from './types.js';
import { giveWay } from '../base/async/give-way.js';

giveWay();

const port = parentPort;
const typesetter = createTypesetter();
/** Milliseconds. A preview with more time than this wants the exact number of pages. */
const shortCounting = 1000;
/** Resolution of the PNG of the test sheet. */
const pngDpi = 1200;
interface Running {
  stopped: boolean;
  ahead: number;
  /** Resumes a task that waits until the reader takes a piece. */
  wake: () => void;
}
const running = new Map<number, Running>();

const say = (message: FromThread, transfer: ArrayBuffer[] = []): void => port?.postMessage(message, transfer);

/** Reports the number of albums whose power-on fields have been laid out. */
function* counted(pages: Iterable<Page>, seen: (albums: number) => void): Generator<Page, void, void> {
  const albums = new Set<number>();
  for (const page of pages) {
    for (const item of page.items) if (item.kind === 'field' && item.label.startsWith('album')) albums.add(item.code);
    yield page;
    seen(albums.size);
  }
}

/** Reads pictures. A picture that no longer exists, or is a link, is left out. */
function picturesOf({ albums }: SheetOrder): (item: PictureItem) => Promise<Uint8Array | null> {
  const folders = new Map(albums.map(({ oid, folder }) => [oid, folder]));
  return async ({ oid, name }) => {
    const folder = folders.get(oid);
    if (folder === undefined) return null;
    return readItself({ root: folder.root, path: join(folder.path, name) }).catch(() => null);
  };
}

function addressesOf({ albums }: SheetOrder): (item: PictureItem) => string {
  const images = new Map(albums.map((album) => [album.oid, album.images]));
  return ({ oid, name }) => `${images.get(oid) ?? ''}${encodeURIComponent(name)}`;
}

/** Loads modules on demand: loading the PDF writer takes as long as a preview. */
async function* pieces(id: number, task: FileTask): AsyncGenerator<Buffer, void, void> {
  if (task.kind === 'pdf') {
    const { sheetPdf } = await import('./output/pdf.js');
    const pages = counted(sheetPages(task.albums, task.layout, typesetter, task.language), (done) =>
      say({ say: 'progress', id, done, total: task.albums.length }),
    );
    return yield* sheetPdf(pages, { title: task.title, created: new Date(), picture: picturesOf(task) });
  }
  const paper = paperSizes[task.paper];
  const desk = { set: typesetter, language: task.language };
  const { testSheetFieldsPage, testSheetPages } = await import('./test-sheet/test-sheet.js');
  if (task.format === 'pdf') {
    const { sheetPdf } = await import('./output/pdf.js');
    return yield* sheetPdf(testSheetPages(paper, desk), {
      title: sentence('test.title').in(task.language),
      created: new Date(),
      picture: () => Promise.resolve(null),
    });
  }
  const { pagePng } = await import('./output/page-png.js');
  yield* pagePng(
    testSheetFieldsPage(paper, desk, (dpi) => dpi <= pngDpi),
    pngDpi,
  );
}

async function send(id: number, task: FileTask, state: Running): Promise<void> {
  for await (const piece of pieces(id, task)) {
    if (state.stopped) return;
    const bytes = new Uint8Array(piece);
    state.ahead++;
    say({ say: 'piece', id, bytes }, [bytes.buffer]);
    while (state.ahead >= piecesAhead && !state.stopped) await new Promise<void>((resolve) => (state.wake = resolve));
    // Lets a message in, even if the reader is fast.
    await new Promise(setImmediate);
  }
  say({ say: 'end', id });
}

const counts = new PageCounts();
/** Milliseconds that a preview runs before it lets other tasks run. */
const turn = 20;

/** Returns undefined if the task was stopped. */
async function preview(task: PictureTask, state: Running): Promise<Preview | undefined> {
  if (task.kind === 'board') return board(task);
  const isWhole = task.counting > shortCounting;
  const known = isWhole ? counts.of(task) : undefined;
  const until = performance.now() + task.counting;
  let pause = performance.now() + turn;
  let [pages, complete, shown] = [0, true, undefined as Page | undefined];
  for (const page of sheetPages(task.albums, task.layout, typesetter, task.language)) {
    if (pages > task.page && (known !== undefined || performance.now() > until)) {
      complete = known !== undefined;
      pages = known ?? pages;
      break;
    }
    if (pages <= task.page) shown = page;
    pages++;
    if (performance.now() < pause) continue;
    await new Promise(setImmediate);
    if (state.stopped) return undefined;
    pause = performance.now() + turn;
  }
  if (isWhole && complete) counts.keep(task, pages);
  const page = Math.min(task.page, Math.max(0, pages - 1));
  const drawing = { addressOf: addressesOf(task), language: task.language };
  return { pages, complete, page, svg: shown === undefined ? '' : pageSvg(shown, drawing) };
}

function board({ album, layout, form, language }: Extract<PrintTask, { kind: 'board' }>): Preview {
  const page = boardPage(album, layout, { set: typesetter, language });
  const tracks = album.tracks.map(({ track_title: title }) => title);
  return { pages: 1, complete: true, page: 0, svg: boardSvg(page, { form, tracks, language }) };
}

async function run(id: number, task: PrintTask): Promise<void> {
  const state: Running = { stopped: false, ahead: 0, wake: () => undefined };
  running.set(id, state);
  try {
    if (task.kind === 'preview' || task.kind === 'board') {
      const seen = await preview(task, state);
      if (seen !== undefined) say({ say: 'preview', id, preview: seen });
    } else await send(id, task, state);
  } catch (error) {
    const known = error instanceof TonstiftError ? error : undefined;
    say({ say: 'failed', id, code: known?.code ?? null, words: wordsOf(error), fields: known?.fieldWords ?? {} });
  } finally {
    running.delete(id);
  }
}

port?.on('message', (message: ToThread) => {
  if (message.say === 'start') return void run(message.id, message.task);
  const state = running.get(message.id);
  if (state === undefined) return;
  if (message.say === 'more') state.ahead--;
  else state.stopped = true;
  state.wake();
});
