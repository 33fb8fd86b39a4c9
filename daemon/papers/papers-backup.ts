/** Kept searches, papers, saved papers with their notes, and vectors, as a part of a backup. */
import type { Readable } from 'node:stream';
import type { Settings } from '../../config/settings.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';
import { systemClock } from '../../workers/base/ports.js';
import { fileNames, searchLine } from '../../workers/papers/backup/lines.js';
import type { RestoredLines } from '../../workers/papers/backup/restore.js';
import type { KeptSearchRecord } from '../../workers/papers/kept-search.js';
import type { BackupPart, OpenBackupPart, RestoredPart } from '../backup-part.js';
import type { DaemonLog } from '../log/log.js';
import { KeptSearches } from './alerts/kept-searches.js';
import { alertStore } from './alerts/stored-alerts.js';
import { papersWordsOf } from './problem.js';
import { settingSecrets } from './secrets.js';
import { createPaperStores, isPaperDatabaseThere, type PaperStores, type StoresInUse } from './stores.js';

export interface PapersBackupParts {
  searches: Pick<KeptSearches, 'list' | 'restore'>;
  stores: StoresInUse;
  /** False before the first import. */
  isUsed: () => boolean;
  /** Called after a restore. */
  changed: () => void;
}

export const papersInBackup = ({ searches, stores, isUsed, changed }: PapersBackupParts): BackupPart => ({
  name: 'papers',
  async write(put, { vectors }) {
    const kept = await searches.list();
    if (kept.length > 0) await put({ name: fileNames.searches, what: 'kept searches', lines: linesOf(kept) });
    if (!isUsed()) return;
    const { paperLines, savedLines } = await import('../../workers/papers/backup/write.js');
    await stores.use(async (opened) => {
      const { database } = opened;
      // The notes are the only data that cannot be had again elsewhere.
      await put({ name: fileNames.saved, what: 'saved papers', lines: savedLines(database) });
      await put({ name: fileNames.papers, what: 'papers', lines: paperLines(database) });
      if (vectors) await put({ name: fileNames.vectors, what: 'vectors', lines: linesOfVectors(opened) });
    });
  },
  async restore(open, signal) {
    try {
      return await stores.use((opened) => restore({ ...opened, searches }, open, signal));
    } finally {
      changed();
    }
  },
});

/** For a command, while no daemon runs. */
export async function openPapersBackup(settings: Settings, log: DaemonLog): Promise<OpenBackupPart> {
  for (const secret of settingSecrets(settings.current)) log.redact(secret);
  const config = (): typeof settings.current => settings.current;
  const stores = createPaperStores({ settings: config, clock: systemClock, log: log.area('papers') });
  const isUsed = (): boolean => isPaperDatabaseThere(config());
  const searches = new KeptSearches(alertStore(settings.places.data, log.area('papers')), systemClock);
  const part = papersInBackup({ searches, stores, isUsed, changed: () => undefined });
  return { ...part, close: () => stores.end() };
}

async function* linesOf(searches: readonly KeptSearchRecord[]): AsyncGenerator<string> {
  yield searches.map(searchLine).join('');
}

/** Does not open a missing collection, because that would create it. */
async function* linesOfVectors({ database, manager }: PaperStores): AsyncGenerator<string> {
  const { vectorLines } = await import('../../workers/papers/backup/write.js');
  const store = await manager.client;
  if (!(await store.names()).includes(manager.collectionName)) return;
  yield* vectorLines(database, await manager.collection, await manager.embeddingNotes());
}

type OpenFile = (name: string) => Promise<Readable | undefined>;

/** Restores each file, also if another one fails. */
async function restore(
  { database, manager, searches }: Pick<PaperStores, 'database' | 'manager'> & Pick<PapersBackupParts, 'searches'>,
  open: OpenFile,
  signal: AbortSignal,
): Promise<RestoredPart[]> {
  const { restorePapers, restoreSaved, restoreSearches, restoreVectors } =
    await import('../../workers/papers/backup/restore.js');
  const report: RestoredPart[] = [];
  const tell = (sentence: Sentence, complete = true): void => void report.push({ sentence, complete });
  const each = async (name: string, work: (bytes: Readable) => Promise<RestoredLines>): Promise<void> => {
    try {
      const bytes = await open(name);
      if (bytes === undefined) return;
      const { rejected } = await work(bytes);
      if (rejected > 0) tell(say('papers.restored.rejected', { count: rejected, name }), false);
    } catch (error) {
      signal.throwIfAborted();
      tell(say('papers.restored.failed', { name, reason: papersWordsOf(error) }), false);
    }
  };
  await each(fileNames.searches, async (bytes) => {
    const done = await restoreSearches((some) => searches.restore(some), bytes, signal);
    if (done.added > 0) tell(say('papers.restored.searches', { count: done.added }));
    return done;
  });
  await each(fileNames.papers, async (bytes) => {
    await database.connect();
    const done = await restorePapers(database, bytes, signal);
    tell(say('papers.restored.papers', { count: done.added }));
    if (done.here > 0) tell(say('papers.restored.here', { count: done.here }));
    return done;
  });
  await each(fileNames.saved, async (bytes) => {
    await database.connect();
    const done = await restoreSaved(database, bytes, signal);
    if (done.added > 0) tell(say('papers.restored.saved', { count: done.added }));
    if (done.otherNotes > 0) tell(say('papers.restored.notes', { count: done.otherNotes }));
    return done;
  });
  await each(fileNames.vectors, async (bytes) => {
    await database.connect();
    const { name: model } = await manager.modelInUse();
    const to = { collection: await manager.collection, notes: await manager.embeddingNotes(), model };
    const done = await restoreVectors({ database, ...to }, bytes, signal);
    if (done.otherModel !== null) tell(say('papers.restored.model', { model: done.otherModel, own: model }));
    else if (done.added > 0) tell(say('papers.restored.vectors', { count: done.added }));
    return done;
  });
  return report;
}
