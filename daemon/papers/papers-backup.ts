/** Papers, saved papers with their notes, and vectors, as a part of a backup. */
import type { Readable } from 'node:stream';
import type { Settings } from '../../config/settings.js';
import { say, type Sentence } from '../../workers/base/language/sentence.js';
import { systemClock } from '../../workers/base/ports.js';
import { fileNames } from '../../workers/papers/backup/lines.js';
import type { RestoredLines } from '../../workers/papers/backup/restore.js';
import type { BackupPart, OpenBackupPart, RestoredPart } from '../backup-part.js';
import type { DaemonLog } from '../log/log.js';
import { paperProblem } from './problem.js';
import { settingSecrets } from './secrets.js';
import { createPaperStores, isPaperDatabaseThere, type PaperStores, type StoresInUse } from './stores.js';

export interface PapersBackupParts {
  stores: StoresInUse;
  /** False before the first import. */
  isUsed: () => boolean;
  /** Called after a restore. */
  changed: () => void;
}

export const papersInBackup = ({ stores, isUsed, changed }: PapersBackupParts): BackupPart => ({
  name: 'papers',
  async write(put, { vectors }) {
    if (!isUsed()) return;
    const { paperLines, savedLines, vectorLines } = await import('../../workers/papers/backup/write.js');
    await paperProblem(() =>
      stores.use(async ({ database, manager }) => {
        await put({ name: fileNames.papers, what: 'papers', lines: paperLines(database) });
        await put({ name: fileNames.saved, what: 'saved papers', lines: savedLines(database) });
        if (!vectors) return;
        const lines = vectorLines(database, await manager.collection, await manager.embeddingNotes());
        await put({ name: fileNames.vectors, what: 'vectors', lines });
      }),
    );
  },
  async restore(open, signal) {
    try {
      return await paperProblem(() => stores.use((opened) => restore(opened, open, signal)));
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
  const part = papersInBackup({ stores, isUsed, changed: () => undefined });
  return { ...part, close: () => stores.end() };
}

async function restore(
  { database, manager }: PaperStores,
  open: (name: string) => Promise<Readable | undefined>,
  signal: AbortSignal,
): Promise<RestoredPart[]> {
  const { restorePapers, restoreSaved, restoreVectors } = await import('../../workers/papers/backup/restore.js');
  const report: RestoredPart[] = [];
  const tell = (sentence: Sentence, complete = true): void => void report.push({ sentence, complete });
  const tellRejected = ({ rejected }: RestoredLines, name: string): void => {
    if (rejected > 0) tell(say('papers.restored.rejected', { count: rejected, name }), false);
  };

  const papers = await open(fileNames.papers);
  if (papers === undefined) return report;
  await database.connect();
  const done = await restorePapers(database, papers, signal);
  tell(say('papers.restored.papers', { count: done.added }));
  if (done.here > 0) tell(say('papers.restored.here', { count: done.here }));
  tellRejected(done, fileNames.papers);

  const saved = await open(fileNames.saved);
  if (saved !== undefined) {
    const { otherNotes, ...lines } = await restoreSaved(database, saved, signal);
    if (lines.added > 0) tell(say('papers.restored.saved', { count: lines.added }));
    if (otherNotes > 0) tell(say('papers.restored.notes', { count: otherNotes }));
    tellRejected(lines, fileNames.saved);
  }

  const vectors = await open(fileNames.vectors);
  if (vectors !== undefined) {
    const to = {
      collection: await manager.collection,
      notes: await manager.embeddingNotes(),
      model: manager.modelName,
    };
    const { otherModel, ...lines } = await restoreVectors({ database, ...to }, vectors, signal);
    if (otherModel !== null) tell(say('papers.restored.model', { model: otherModel, own: manager.modelName }));
    else if (lines.added > 0) tell(say('papers.restored.vectors', { count: lines.added }));
    tellRejected(lines, fileNames.vectors);
  }
  return report;
}
