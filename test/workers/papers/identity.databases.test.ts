/** A paper of several sources is stored once. */
import { describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import Sqlite from 'libsql';
import type { DatabaseManager } from '../../../workers/papers/database-manager.js';
import { importPapers, type ImportReport } from '../../../workers/papers/ingest/import-papers.js';
import type { PaperFormat } from '../../../workers/papers/ingest/types.js';
import type { Paper } from '../../../workers/papers/types.js';
import { processorTime } from '../../support/linear.js';
import { onBothDatabases, record } from './databases.js';

const put = (database: DatabaseManager, text: string, format: PaperFormat = 'json'): Promise<ImportReport> =>
  importPapers(database, {
    bytes: Readable.from([text]),
    format,
  });
const putAll = (database: DatabaseManager, ...records: Record<string, unknown>[]): Promise<ImportReport> =>
  put(database, JSON.stringify(records));
const all = (database: DatabaseManager): Promise<Paper[]> => database.searchPapers();
const dump = async (database: DatabaseManager): Promise<unknown> => [
  await database.query('select * from papers order by uid'),
  await database.query('select * from paper_identifiers order by identifier, uid'),
];

const ris = `TY  - JOUR
TI  - One sample, three sources
T2  - Annals of Samples
PY  - 2020
DO  - 10.5555/ONE.2020.1
AU  - Example, A.
ER  - 
`;
const csv = [
  '"Document Title",Authors,"Publication Title","Publication Year","Abstract","DOI",PDF Link,"Author Keywords",' +
    'Document Identifier',
  '"One Sample, Three Sources","A. Example; B. Sample","2020 IEEE Sample Days (SD)","2020","One abstract.",' +
    '"10.5555/one.2020.1","https://ieeexplore.ieee.org/stamp/stamp.jsp?arnumber=2","samples","IEEE Conferences"',
].join('\n');
const bib = (title: string, doi: string, key = 'one'): string =>
  `@article{${key}, title={${title}}, author={Ada Example and Bela Sample}, journal={Annals of Samples},\n` +
  `  year={2020}, doi={${doi}}}\n`;

await onBothDatabases((ground) => {
  describe('one paper', () => {
    it('of three sources with one DOI is stored once, completed and corrected', async () => {
      const database = await ground.database();
      expect(await put(database, ris, 'tagged')).toMatchObject({ added: 1, recognized: 0 });
      const [{ uid } = { uid: '' }] = await all(database);
      const corrected = 'One sample, three sources, one correction';
      const states = [await dump(database)];
      const second = await put(database, csv, 'csv');
      expect(second).toMatchObject({ added: 0, updated: 1, recognized: 1, rejected_count: 0 });
      states.push(await dump(database));
      const third = await put(
        database,
        bib('One sample, three sources', 'https://doi.org/10.5555/one.2020.1'),
        'bibtex',
      );
      states.push(await dump(database));
      const fourth = await put(database, bib(corrected, '10.5555/one.2020.1'), 'bibtex');
      expect(await all(database)).toMatchObject([
        {
          ...{ uid, title: corrected, abstract: 'One abstract.', conference: 'Annals of Samples' },
          ...{ authors: ['A. Example'], keywords: ['samples'] },
          paper_pdf_url: 'https://ieeexplore.ieee.org/stamp/stamp.jsp?arnumber=2',
        },
      ]);
      const again = await put(database, bib(corrected, '10.5555/one.2020.1'), 'bibtex');
      expect(again).toMatchObject({ added: 0, updated: 0, unchanged: 1, recognized: 1 });
      for (const one of [again, fourth, third, second]) {
        await database.undoImport(one.import_id);
        if (one !== again) expect(await dump(database)).toEqual(states.pop());
      }
    });

    it('with another DOI is another paper, even if all else is the same', async () => {
      const database = await ground.database();
      const report = await put(
        database,
        bib('Editorial', '10.5555/ed.1', 'ed') + bib('Editorial', '10.5555/ed.2', 'ed'),
        'bibtex',
      );
      expect(report).toMatchObject({ added: 2, updated: 0 });
      expect((await all(database)).map(({ doi }) => doi).sort()).toEqual(['10.5555/ed.1', '10.5555/ed.2']);
      const again = await put(
        database,
        bib('Editorial', '10.5555/ed.2', 'ed') + bib('Editorial', '10.5555/ed.1', 'ed'),
        'bibtex',
      );
      expect(again).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    });

    it('is recognized by every identifier, in one file too', async () => {
      const database = await ground.database();
      const same = (changes: object): Record<string, unknown> =>
        record({ title: 'The very same paper of all lists', conference: `C${JSON.stringify(changes)}`, ...changes });
      const report = await putAll(
        database,
        same({ url: 'https://arxiv.org/abs/2001.01234v2' }),
        same({ doi: '10.48550/arXiv.2001.01234', links: 'openreview https://openreview.net/forum?id=AbC_-1' }),
        same({ url: 'https://openreview.net/pdf?id=AbC_-1', links: 'dblp https://dblp.org/rec/conf/acl/Same20' }),
        same({ original_id: 'DBLP:conf/acl/Same20', url: 'https://aclanthology.org/2020.acl-main.1/' }),
        same({ doi: '10.18653/v1/2020.ACL-main.1', links: 'PubMed https://pubmed.ncbi.nlm.nih.gov/123/' }),
        same({ url: 'https://www.ncbi.nlm.nih.gov/pubmed/123' }),
      );
      expect(report).toMatchObject({ read: 6, added: 1, recognized: 5, rejected_count: 0 });
      expect(await all(database)).toHaveLength(1);
    });

    it('without an identifier is recognized by title, year and first author', async () => {
      const database = await ground.database();
      const title = 'Étude of Pens: a Survey';
      await putAll(database, record({ title, authors: ['Ada van der Berg', 'B. Two'], conference: 'A', abstract: '' }));
      const same = { title: 'ETUDE OF PENS – A SURVEY', authors: ['Berg, A.'], conference: 'B', award: 'best' };
      expect(await putAll(database, record(same))).toMatchObject({ added: 0, updated: 1, recognized: 1 });
      expect(await all(database)).toMatchObject([{ title, conference: 'A', award: 'best', abstract: 'About things.' }]);
      for (const other of [{ year: 2021 }, { authors: ['C. Other'] }, { title: 'Etude of pens: no survey' }])
        expect(await putAll(database, record({ ...same, ...other }))).toMatchObject({ added: 1 });
      // Titles of one or two words, and papers that one list names twice with its own ids.
      const short = { title: 'Editorial note', authors: ['E. Ditor'] };
      expect(
        await putAll(database, record({ ...short, conference: 'A' }), record({ ...short, conference: 'B' })),
      ).toMatchObject({ added: 2 });
      const twice = { title: 'A talk that is shown twice', conference: 'A' };
      expect(
        await putAll(database, record({ ...twice, original_id: 1 }), record({ ...twice, original_id: 2 })),
      ).toMatchObject({ added: 2 });
      // Ids of one kind, and keys of three programs.
      const talk = { title: 'Another talk that is shown twice', conference: 'A' };
      expect(
        await putAll(database, record({ ...talk, original_id: 'P9' }), record({ ...talk, original_id: 'P10' })),
      ).toMatchObject({ added: 2 });
      const keyed = { title: 'A paper that three programs know', conference: 'A' };
      for (const [n, id] of ['QWERTY12', 'doe2017invented', 'Doe17'].entries())
        expect(await putAll(database, record({ ...keyed, original_id: id }))).toMatchObject({
          ...(n === 0 ? { added: 1, recognized: 0 } : { added: 0, recognized: 1 }),
        });
    });

    it('that is listed twice, with other values, changes nothing when it is imported again', async () => {
      const database = await ground.database();
      const paper = { title: 'A paper of two sessions', conference: 'A', original_id: 'P1' };
      const list = [record({ ...paper, session: 'One' }), record({ ...paper, session: 'Two' })];
      expect(await putAll(database, ...list)).toMatchObject({ added: 1, updated: 1 });
      expect(await putAll(database, ...list)).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    });

    it('is not taken for another one that has the DOI of its volume', async () => {
      const database = await ground.database();
      const pairs = [
        ['First paper of a volume', 'Something else entirely'],
        ['Towards a theory of mind', 'A theory of everything'],
        ['A survey of graph neural networks', 'A survey of large language models'],
        ['Learning to rank', 'Learning to learn'],
        ['Deep learning for speech', 'Deep learning for vision'],
        ['Introduction', 'Introduction'],
      ];
      const records = pairs.flatMap((titles, n) =>
        titles.map((title, at) =>
          record({
            title,
            authors: [at === 0 ? 'Ada One' : 'Bo Two'],
            conference: `C${at}`,
            doi: `10.5555/volume${n}`,
          }),
        ),
      );
      expect(await putAll(database, ...records)).toMatchObject({ added: 12, recognized: 0 });
      expect(await database.duplicates()).toEqual([]);
      // One author may write several chapters.
      const chapter = { authors: ['Ada One'], doi: '10.5555/volume' };
      const chapters = ['Learning to rank', 'Learning to learn'].map((title) => record({ title, ...chapter }));
      expect(await putAll(database, ...chapters)).toMatchObject({ added: 2, recognized: 0 });
      const [first] = pairs.map(([title]) =>
        record({ title, authors: ['One, A.'], doi: '10.5555/volume0', year: 2023 }),
      );
      expect(await putAll(database, first ?? {})).toMatchObject({ added: 0, recognized: 1 });
    });

    it('is not recognized by the address of its code, or a DOI that nobody has filled in', async () => {
      const database = await ground.database();
      const title = 'Two parts of one title, with code';
      const code = { title, links: 'code https://doi.org/10.5281/zenodo.77' };
      const report = await putAll(
        database,
        record({ ...code, conference: 'A', doi: '10.5555/a' }),
        record({ ...code, conference: 'B', doi: '10.5555/b' }),
      );
      expect(report).toMatchObject({ added: 2, recognized: 0, rejected_count: 0 });
      for (const [n, doi] of ['10.1145/nnnnnnn.nnnnnnn', '10.1145/XXXXXX.XXXXXX'].entries()) {
        const given = { title: `A template that is number ${n}`, doi };
        expect(
          await putAll(
            database,
            record({ ...given, conference: 'A', year: 2020 }),
            record({ ...given, conference: 'B' }),
          ),
        ).toMatchObject({ added: 2, recognized: 0 });
      }
      // Both have the DOI of the dataset, but each has one of its own.
      const data = { title: 'Two papers about one set of data', links: 'doi https://doi.org/10.5555/data' };
      expect(
        await putAll(
          database,
          record({ ...data, conference: 'A', doi: '10.5555/c' }),
          record({ ...data, conference: 'B', doi: '10.5555/d' }),
        ),
      ).toMatchObject({ added: 2, recognized: 0 });
    });

    it('keeps what a later list does not have', async () => {
      const database = await ground.database();
      await putAll(database, record({ uid: 'a', award: 'best', keywords: ['x'], doi: '10.5555/a' }));
      const less = { uid: 'a', abstract: '', session: '', authors: [], poster_position: 'B2' };
      expect(await putAll(database, record(less))).toMatchObject({ updated: 1, recognized: 0 });
      expect(await all(database)).toMatchObject([
        {
          uid: 'a',
          abstract: 'About things.',
          session: 'Monday',
          poster_position: 'B2',
          award: 'best',
          doi: '10.5555/a',
        },
      ]);
      // The documented operations replace the paper as before.
      await database.addPaper(record(less));
      expect((await all(database))[0]).not.toHaveProperty('award');
    });

    it('is corrected by the record with its uid, also its year, conference and DOI', async () => {
      const database = await ground.database();
      const first = { title: 'A paper to correct', doi: '10.5555/a', url: 'https://arxiv.org/abs/2001.00001' };
      await putAll(database, record({ ...first, conference: 'CONF' }));
      const [stored] = await all(database);
      const correct = async (changes: object): Promise<void> => {
        const [paper] = await all(database);
        expect(await putAll(database, { ...paper, ...changes })).toMatchObject({ added: 0, updated: 1, recognized: 0 });
        expect(await all(database)).toEqual([{ ...paper, ...changes }]);
      };
      // The uid is the one that its title, conference and year give, too.
      await correct({ doi: '10.5555/b' });
      await correct({ year: 2021, conference: 'Other' });
      await correct({ doi: '10.5555/c', url: 'https://arxiv.org/abs/2001.00002' });
      expect((await all(database))[0]).toMatchObject({ uid: stored?.uid });
      expect(await database.query('select identifier from paper_identifiers order by identifier')).toMatchObject([
        { identifier: 'arxiv:2001.00002' },
        { identifier: 'doi:10.5555/c' },
        { identifier: expect.stringMatching(/^title:/) },
      ]);
    });

    it('is added if the stored one was deleted while its keys were read', async () => {
      const place = await ground.place();
      const database = await ground.database(place);
      await database.addPaper(record());
      await ground.run(place, `insert into paper_identifiers values ('doi:10.5555/gone', 'gone')`);
      const report = await putAll(
        database,
        record({ title: 'A paper with the key of a deleted one', doi: '10.5555/gone' }),
      );
      expect(report).toMatchObject({ added: 1, rejected_count: 0 });
    });

    it('is found as fast in a list that gives all papers one DOI', async () => {
      const list = (doi: (n: number) => string): Record<string, unknown>[] =>
        Array.from({ length: 2000 }, (_, n) =>
          record({ title: `Paper n${n} of all`, authors: [`A${n}`], doi: doi(n) }),
        );
      const time = async (records: Record<string, unknown>[]): Promise<number> => {
        const database = await ground.database();
        return processorTime(async () =>
          expect(await putAll(database, ...records)).toMatchObject({ added: 2000, rejected_count: 0 }),
        );
      };
      const usual = await time(list((n) => `10.5555/${n}`));
      expect(await time(list(() => '10.5555/volume'))).toBeLessThan(3 * usual);
    });

    it('is completed as fast however long its abstract is', async () => {
      const time = async (letters: number): Promise<number> => {
        const database = await ground.database();
        await putAll(database, record({ doi: '10.5555/long', abstract: 'x'.repeat(letters) }));
        const repeated = Array.from({ length: 2000 }, () => record({ doi: '10.5555/long', abstract: '' }));
        return processorTime(async () =>
          expect(await putAll(database, ...repeated)).toMatchObject({ unchanged: 2000 }),
        );
      };
      const usual = await time(10);
      expect(await time(900_000)).toBeLessThan(3 * usual);
    });

    it('that may be two stored papers is refused, with its line', async () => {
      const database = await ground.database();
      await database.addPapers([
        record({ uid: 'one', title: 'A preprint about pens', doi: '10.5555/a' }),
        record({ uid: 'two', title: 'A preprint about pens', url: 'https://arxiv.org/abs/2001.00001' }),
      ]);
      const before = await dump(database);
      const both = { title: 'A preprint about pens', doi: '10.5555/a', url: 'https://arxiv.org/abs/2001.00001' };
      const lines = [record({ title: 'Another paper here' }), record({ ...both, conference: 'X' })];
      const report = await put(database, lines.map((line) => JSON.stringify(line)).join('\n'), 'jsonl');
      expect(report).toMatchObject({ read: 2, added: 1, rejected_count: 1, rejected: [{ line: 2 }] });
      expect(String(report.rejected[0]?.reason)).toMatch(
        /^Several stored papers have its identifiers.*(one, two|two, one)/,
      );
      await database.undoImport(report.import_id);
      expect(await dump(database)).toEqual(before);
    });

    it('is found by an import also if a former version stored it', async () => {
      const place = await ground.place();
      const first = await ground.database(place);
      await first.addPapers(
        Array.from({ length: 250 }, (_, n) =>
          record({ uid: `p${n}`, title: `Paper number ${n} of all`, doi: `10.5555/${n}` }),
        ),
      );
      await first.close();
      await ground.run(
        place,
        'delete from paper_identifiers',
        `insert into paper_settings values ('identifiers_filled', '')`,
      );
      const second = await ground.database(place);
      const report = await putAll(
        second,
        ...[3, 249].map((n) => record({ title: `Paper number ${n}`, doi: `10.5555/${n}`, conference: 'Z' })),
      );
      expect(report).toMatchObject({ added: 0, updated: 2, recognized: 2 });
      expect(await second.query('select count(distinct uid) as papers from paper_identifiers')).toEqual([
        { papers: 250 },
      ]);
      await second.deletePapers(['p3']);
      expect(await second.query(`select * from paper_identifiers where uid = 'p3'`)).toEqual([]);
    });
  });

  describe('papers that are stored twice', () => {
    const twice = async (): Promise<DatabaseManager> => {
      const database = await ground.database();
      const title = 'A paper about the pens of old';
      await database.addPapers([
        record({ uid: 'a', title, doi: '10.5555/a', abstract: '' }),
        record({ uid: 'b', title: `${title}, revised`, url: 'https://doi.org/10.5555/A', award: 'best' }),
        record({ uid: 'c', title: 'Something that only one list has', doi: '10.5555/c' }),
        record({ uid: 'd', title: 'A title without identifiers', conference: 'D' }),
        record({ uid: 'e', title: 'A Title without Identifiers', conference: 'E', keywords: ['x'] }),
        // One title, two DOIs, and a third that could be either.
        record({ uid: 'f', title: 'Notes on the next volume', doi: '10.5555/f' }),
        record({ uid: 'g', title: 'Notes on the next volume', doi: '10.5555/g' }),
        record({ uid: 'h', title: 'Notes on the next volume', conference: 'H' }),
      ]);
      return database;
    };

    it('are listed in groups', async () => {
      const groups = await (await twice()).duplicates();
      expect(groups.map((group) => group.map(({ uid }) => uid)).sort()).toEqual([
        ['a', 'b'],
        ['d', 'e'],
      ]);
    });

    it('are not searched for once the caller has given up', async () => {
      const database = await twice();
      const signal = AbortSignal.abort(new Error('given up'));
      await expect(database.duplicates({ signal })).rejects.toThrow('given up');
      await expect(database.mergeDuplicates([], { name: 'Merge', signal })).rejects.toThrow('given up');
      await expect(database.startImport('a list', { signal })).rejects.toThrow('given up');
      expect(await database.importRecords({ limit: 1 })).toEqual([]);
    });

    if (ground.kind === 'sqlite')
      it('are not merged if one was changed meanwhile', async () => {
        const place = await ground.place();
        const database = await ground.database(place);
        const pair = (n: number): Record<string, unknown>[] =>
          ['a', 'b'].map((list) => record({ uid: `${n}${list}`, title: `Paper number n${n}`, conference: list }));
        await database.addPapers(Array.from({ length: 120 }, (_, n) => pair(n)).flat());
        const groups = await database.duplicates();
        const last = groups.at(-1)?.[0]?.uid;
        const change = new Sqlite(place);
        const progress = (): void => void change.exec(`update papers set award = 'best' where uid = '${last}'`);
        const merged = await database.mergeDuplicates([], { name: 'Merge', progress });
        change.close();
        expect(merged).toMatchObject({ groups: 119, deleted: 119 });
        expect(await database.getPapersByUids([last ?? ''])).toMatchObject([{ award: 'best' }]);
        expect(await database.duplicates()).toHaveLength(1);
      });

    it('are merged on request, and given back', async () => {
      const database = await twice();
      await database.noteSaved({ uid: 'd', note: 'mine' });
      const before = await dump(database);
      const merged = await database.mergeDuplicates([], { name: 'Merge' });
      expect(merged).toEqual({ id: expect.any(Number), groups: 2, deleted: 2, saved: 0 });
      expect(await database.getPapersByUids(['a', 'b', 'd', 'e'])).toMatchObject([
        { uid: 'b', award: 'best', doi: '10.5555/a', abstract: 'About things.' },
        { uid: 'd', conference: 'D', keywords: ['x'] },
      ]);
      expect(await database.duplicates()).toEqual([]);
      expect((await database.savedPapers({ from: 0, limit: 9 })).map(({ isGone }) => isGone)).toEqual([false]);
      expect(await database.importRecords({ limit: 1 })).toMatchObject([{ kind: 'merge', updated: 2, deleted: 2 }]);
      await database.undoImport(merged.id ?? 0);
      expect(await dump(database)).toEqual(before);
      expect(await database.mergeDuplicates(['e'], { name: 'Merge' })).toMatchObject({ groups: 1, deleted: 1 });
      expect(await database.mergeDuplicates(['c'], { name: 'Merge' })).toMatchObject({ id: null, groups: 0 });
    });
  });
});
