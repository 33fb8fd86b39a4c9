/** Papers that a former version stored with decomposed letters. */
import { expect, it } from '@jest/globals';
import { mendPaper } from '../../../workers/papers/ingest/mend-paper.js';
import { recordHash } from '../../../workers/papers/document.js';
import type { Paper } from '../../../workers/papers/types.js';
import { formerUid } from '../../../workers/papers/uid.js';
import { until } from '../../support/patience.js';
import { dropRecords, onBothDatabases, record } from './databases.js';

const collection = 'papers';

function paperOf(fields: Record<string, unknown>): Paper {
  const mended = mendPaper(record(fields));
  if ('reason' in mended) throw new Error(String(mended.reason));
  return mended.paper;
}

/** As a former version stored it. */
function former(paper: Paper, uid?: string): Paper {
  const { title, abstract, conference, authors } = paper;
  const texts = { title, abstract, conference, authors: authors.join(';') };
  const [t = '', a = '', c = '', names = ''] = Object.values(texts).map((text) => text.normalize('NFD'));
  const decomposed = { ...paper, title: t, abstract: a, conference: c, authors: names.split(';') };
  return { ...decomposed, uid: uid ?? formerUid(decomposed) };
}

await onBothDatabases((ground) => {
  const asFormerVersion = (place: string): Promise<void> =>
    ground.run(place, "delete from paper_migrations where name >= '0010'", dropRecords(ground.kind));

  it('are the same papers as those that an import brings, with their notes, and are embedded once more', async () => {
    const place = await ground.place();
    const umlauts = paperOf({
      title: 'Über Größen',
      abstract: 'Für Zoë.',
      conference: 'Köln',
      authors: ['José Núñez'],
    });
    const named = paperOf({ title: 'Ärger', conference: 'Köln', uid: 'own-uid' });
    const plain = paperOf({ title: 'Plain', conference: 'ACL' });
    const twice = paperOf({ title: 'Zweimal: ä', conference: 'Köln' });
    const before = [former(umlauts), former(named, 'own-uid'), plain, former(twice)];
    const first = await ground.database(place);
    await first.storePapers(before);
    await first.storePapers([{ ...twice, abstract: 'Newer.' }]);
    const papers = before.map((paper) => ({ uid: paper.uid, hash: recordHash(paper) }));
    await first.embedded({ collection, owner: 'one', papers });
    await first.noteSaved({ uid: before[0]?.uid ?? '', note: 'Read this' });
    await first.close();
    await asFormerVersion(place);

    const database = await ground.database(place);
    await database.connect();
    await until('the composed papers', async () => (await database.uidsWhere()).length === 4);
    const uids = [umlauts, named, plain, twice].map(({ uid }) => uid).sort();
    await until('all of them', async () => String(await database.uidsWhere()) === String(uids));
    expect(await database.getPaperByUid(umlauts.uid)).toEqual(umlauts);
    await until('the other', async () => (await database.getPaperByUid('own-uid'))?.title === 'Ärger');
    expect(await database.getPaperByUid(twice.uid)).toMatchObject({ abstract: 'Newer.' });
    expect(await database.addPapers([umlauts, named, plain])).toMatchObject({ added: 0, updated: 0, unchanged: 3 });
    expect((await database.searchWords('größen')).uids).toEqual([umlauts.uid]);
    expect((await database.savedPapers({ from: 0, limit: 10 })).map(({ paper, note }) => [paper.uid, note])).toEqual([
      [umlauts.uid, 'Read this'],
    ]);
    expect((await database.goneFrom(collection, 10)).sort()).toEqual([before[0]?.uid, before[3]?.uid].sort());
    expect(await database.embeddingBacklog(collection)).toMatchObject({ total: 4, embedded: 1, waiting: 3 });
  });
});
