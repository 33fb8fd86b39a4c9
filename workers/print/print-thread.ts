/** The thread that lays out and writes sheets. It keeps fonts open and the event loop of the daemon free. */
import { createHash } from 'node:crypto';
import { say as sentence } from '../base/language/sentence.js';
import { join } from 'node:path';
import { serveThread, type ServedCall } from '../base/async/serve-thread.js';
import { readItself } from '../base/files/seen-file.js';
import { boardSvg } from './output/board-svg.js';
import { pageSvg } from './output/page-svg.js';
import { boardPage } from './sheet/board.js';
import { paperSizes } from './sheet/paper.js';
import type { FileTask, PictureTask, Preview, SheetOrder } from './print-tasks.js';
import { withNames } from './sheet/sheet-album.js';
import { sheetPages } from './sheet/sheet.js';
import { createTypesetter } from './text/typeset.js';
import type { Page, PictureFile } from './types.js';
import { giveWay } from '../base/async/give-way.js';
import { keepNewest } from '../base/keep-newest.js';

giveWay();

const typesetter = createTypesetter();
/** Milliseconds. A preview with more time than this wants the exact number of pages. */
const shortCounting = 1000;
/** Resolution of the PNG of the test sheet. */
const pngDpi = 1200;

/** A piece of a file, or the number of finished albums. */
export type FileEvent = { bytes: Uint8Array } | { done: number; total: number };
type FileCall = ServedCall<FileEvent>;

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
function picturesOf({ albums }: SheetOrder): (item: PictureFile) => Promise<Uint8Array | null> {
  const folders = new Map(albums.map(({ oid, folder }) => [oid, folder]));
  return async ({ oid, name }) => {
    const folder = folders.get(oid);
    if (folder === undefined) return null;
    return readItself({ root: folder.root, path: join(folder.path, name) }).catch(() => null);
  };
}

function addressesOf({ albums }: SheetOrder): (item: PictureFile) => string {
  const images = new Map(albums.map((album) => [album.oid, album.images]));
  return ({ oid, name }) => `${images.get(oid) ?? ''}${encodeURIComponent(name)}`;
}

/** Loads modules on demand: loading the PDF writer takes as long as a preview. */
async function* pieces(task: FileTask, report: FileCall['report']): AsyncGenerator<Buffer, void, void> {
  if (task.kind === 'pdf') {
    const { sheetPdf } = await import('./output/pdf.js');
    const total = task.albums.length;
    const pages = counted(
      sheetPages(task.albums, task.layout, typesetter, task.language),
      (done) => void report({ done, total }),
    );
    return yield* sheetPdf(pages, { title: task.title, created: new Date(), picture: picturesOf(task) });
  }
  const paper = paperSizes[task.paper];
  const desk = { set: typesetter, language: task.language, kept: task.kept };
  const { testSheetFieldsPage, testSheetPages } = await import('./test-sheet/test-sheet.js');
  if (task.format === 'pdf') {
    const { sheetPdf } = await import('./output/pdf.js');
    const { darkPicture } = await import('./test-sheet/picture.js');
    return yield* sheetPdf(testSheetPages(paper, desk), {
      title: sentence('test.title').in(task.language),
      created: new Date(),
      picture: () => Promise.resolve(darkPicture()),
    });
  }
  const { pagePng } = await import('./output/page-png.js');
  yield* pagePng(
    testSheetFieldsPage(paper, desk, ({ dpi, behind }) => dpi <= pngDpi && behind === undefined),
    pngDpi,
  );
}

async function file(task: FileTask, { report, signal }: FileCall): Promise<void> {
  for await (const piece of pieces(task, report)) {
    if (signal.aborted) return;
    const bytes = new Uint8Array(piece);
    await report({ bytes }, [bytes.buffer]);
  }
}

/**
 * Page counts of the last sheets: laying out a thousand albums takes seconds, and each opened page needs the count. A
 * key hashes everything that a layout depends on.
 */
const counts = new Map<string, number>();
const mostCounts = 20;
const countKey = ({ albums, layout, language }: SheetOrder): string =>
  createHash('sha1')
    .update(JSON.stringify([layout, language, albums]))
    .digest('base64');

/** Milliseconds that a preview runs before it lets other tasks run. */
const turn = 20;

async function preview(task: PictureTask, { signal }: ServedCall<never>): Promise<Preview> {
  if (task.kind === 'board') return board(task);
  const isWhole = task.counting > shortCounting;
  const key = isWhole ? countKey(task) : '';
  const known = counts.get(key);
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
    signal.throwIfAborted();
    pause = performance.now() + turn;
  }
  if (isWhole && complete) {
    counts.delete(key);
    counts.set(key, pages);
    keepNewest(counts, mostCounts);
  }
  const page = Math.min(task.page, Math.max(0, pages - 1));
  const drawing = { addressOf: addressesOf(task), language: task.language };
  return { pages, complete, page, svg: shown === undefined ? '' : pageSvg(shown, drawing) };
}

function board({ album, layout, form, language }: Extract<PictureTask, { kind: 'board' }>): Preview {
  const page = boardPage(album, layout, { set: typesetter, language });
  const tracks = withNames(album, language).tracks.map(({ track_title: title }) => title);
  return { pages: 1, complete: true, page: 0, svg: boardSvg(page, { form, tracks, language }) };
}

const handlers = { file, preview };
export type PrintThread = typeof handlers;
serveThread(handlers);
