/** Each function for a text of a paper takes time as the length of it, and never throws. */
import { describe, expect, it } from '@jest/globals';
import { labelledAddresses } from '../../../workers/base/text/labelled-addresses.js';
import { citationKeys } from '../../../workers/papers/export/citation-keys.js';
import { notations as exports } from '../../../workers/papers/export/export-papers.js';
import { asSaid, namesIn } from '../../../workers/papers/ingest/authors.js';
import { toldByName } from '../../../workers/papers/ingest/guess-from-name.js';
import { identifiersOf } from '../../../workers/papers/identity/identifiers.js';
import { mendPaper } from '../../../workers/papers/ingest/mend-paper.js';
import { readRecord } from '../../../workers/papers/ingest/read-record.js';
import { doiIn, linksOf, plainWordsIn, wordsIn, yearIn } from '../../../workers/papers/ingest/shapes/values.js';
import { withoutHtml } from '../../../workers/papers/ingest/text/html.js';
import { withoutLatex } from '../../../workers/papers/ingest/text/latex.js';
import { formatOf, isPaperFile } from '../../../workers/papers/ingest/types.js';
import { unwrapped } from '../../../workers/papers/ingest/unwrap.js';
import type { Paper } from '../../../workers/papers/types.js';
import { parseWords } from '../../../workers/papers/words/words-query.js';
import { hostile, hostilePairs, type Hostile } from '../../support/hostile.js';
import { growthOf } from '../../support/linear.js';
import { isLong } from '../../support/times.js';

const paperOf = (text: string): Paper => ({
  ...{ uid: 'u', title: text, authors: [text, text], abstract: text, session: text, poster_position: '', year: 2020 },
  ...{ conference: text, keywords: [text], url: text, paper_pdf_url: text, doi: text, links: text },
});

const texts: Record<string, (text: string) => unknown> = {
  LaTeX: (text) => withoutLatex(text),
  'LaTeX of a source': (text) => withoutLatex(text, true),
  HTML: withoutHtml,
  names: namesIn,
  'a list of names': (text) => namesIn([text, { name: text }, [text, text]]),
  'a name': asSaid,
  words: wordsIn,
  keywords: (text) => plainWordsIn(text, true),
  'a year, a DOI, addresses': (text) => [yearIn(text), doiIn(text), linksOf({ a: text }, [])],
  links: labelledAddresses,
  identifiers: (text) =>
    identifiersOf({
      doi: `10.5555/${text}`,
      url: `https://doi.org/10.5555/${text}`,
      links: `doi https://doi.org/${text}`,
    }),
  'the name of a file': (text) => [toldByName(text), formatOf(text), isPaperFile(text)],
  'a paper to store': (text) => mendPaper({ ...paperOf(text), authors: text, keywords: text }),
  'a key of a citation': (text) => citationKeys()(paperOf(text)),
  'a query': parseWords,
};

/** A record whose keys all have the hostile text. */
const with_ =
  (keys: string, more: object = {}) =>
  (text: string): object => ({ ...Object.fromEntries(keys.split(' ').map((key) => [key, text])), ...more });
const shapes: Record<string, (text: string) => unknown> = {
  'PubMed, tagged': with_('PMID TI FAU CN AB DP JT OT LID AID PMC'),
  'PubMed, XML': (text) => ({
    '@tag': 'PubmedArticle',
    MedlineCitation: {
      PMID: text,
      Article: { ArticleTitle: text, Abstract: { AbstractText: text }, ELocationID: text },
    },
  }),
  'PubMed, a table': with_('pmid publication_year title authors journal/book pmcid doi'),
  ERIC: with_('TI AU AB DP JT PT OID OT LID AID', { OWN: 'ERIC' }),
  'Web of Science': with_('PT SO TI AF AB PY UT DE DI WE'),
  EndNote: with_('%0 %T %A %X %D %B %F %K %> %U %R'),
  BibTeX: with_('@type @key title author abstract year booktitle keywords award pdf url doi eprint howpublished'),
  RIS: with_('TY TI AU AB PY T2 ID KW L1 UR DO M3 U2'),
  'arXiv API': (text) => ({
    ...with_('title summary published updated id', { '@tag': 'entry' })(text),
    ...{ author: [{ name: text }], category: [{ '@term': text }], link: [{ '@title': 'pdf', '@href': text }] },
  }),
  'ACL Anthology': with_('title author abstract year booktitle venue url pdf bibkey'),
  OpenReview: (text) => ({
    ...{ id: text, forum: text, invitation: text, details: { replies: [{ content: { decision: text } }] } },
    content: with_('title authors abstract venue venueid keywords pdf code session decision')(text),
  }),
  DBLP: (text) => ({ info: with_('title authors year venue key ee url doi')(text) }),
  Zotero: with_('item_type publication_year title author abstract_note conference_name key manual_tags url doi'),
  Paperpile: with_('item_type publication_year title authors abstract full_journal urls doi keywords arxiv_id'),
  'IEEE Xplore': with_('document_title authors abstract publication_year publication_title author_keywords pdf_link'),
  OpenAlex: (text) => ({
    ...with_('title publication_year id keywords doi')(text),
    ...{ authorships: [{ author: { display_name: text } }], abstract_inverted_index: { [text]: [0, 1], a: [2] } },
    primary_location: { landing_page_url: text, pdf_url: text, source: { display_name: text } },
  }),
  'Semantic Scholar': with_('paperId title authors abstract year venue fieldsOfStudy url'),
  'arXiv snapshot': with_('id title authors abstract categories update_date doi', { authors_parsed: [] }),
  papercopilot: with_('title author status track site oa pdf bibtex abstract session keywords arxiv github'),
  Scopus: with_('title source_title authors author_full_names abstract year eid author_keywords link doi'),
  'Mini-Conf': with_('UID title sessions authors abstract keywords pdf_url'),
  Crossref: with_('title subtitle DOI author abstract issued container-title subject URL'),
  'virtual site': (text) => ({
    ...with_('name abstract topic session decision keywords room_name starttime sourceurl virtualsite_url')(text),
    ...{ authors: [{ fullname: text, url: text }], eventmedia: [{ name: text, uri: text }] },
  }),
  list: with_('title creators summary date venue tags track pdf link github'),
};

const around = { given: { conference: 'C', year: 2020 }, byName: {} };
const read = (record: unknown): unknown => unwrapped(record).map((one) => readRecord(one, around));

/** In a short run each function gets some of the texts, and each text some of the functions. */
const some = (all: readonly Hostile[], step: number, first: number): readonly Hostile[] =>
  isLong ? all : all.filter((_, n) => (n + first) % step === 0);

/** Returns the texts for which the time grows faster than their length, with the figures. */
async function slow(work: (text: string) => unknown, among: readonly Hostile[], length: number): Promise<string[]> {
  const found: string[] = [];
  for (const { name, of } of among) {
    const growth = await growthOf((part) => work(of(part)), length, 2.5);
    if (growth !== 'linear') found.push(`${name}: ${growth}`);
  }
  return found;
}

const numbered = <Value>(table: Readonly<Record<string, Value>>): [string, Value, number][] =>
  Object.entries(table).map(([name, value], n) => [name, value, n]);

describe.each(numbered(texts))('%s', (_, work, n) => {
  it('takes time as the length', async () => expect(await slow(work, some(hostile, 8, n), 32_768)).toEqual([]));

  it('takes time as the length, with two signs in turn', async () =>
    expect(await slow(work, some(hostilePairs, 40, n), 32_768)).toEqual([]));
});

describe.each(numbered(exports))('an export as %s', (_, notation, n) => {
  const work = (text: string): string => notation.begin().write({ paper: paperOf(text), note: text });
  it('takes time as the length', async () => expect(await slow(work, some(hostile, 3, n), 8192)).toEqual([]));
});

describe.each(numbered(shapes))('a record of %s', (name, record, n) => {
  const work = (text: string): void =>
    expect(read(record(text))).not.toMatchObject([{ reason: { key: 'paper.fault' } }]);
  it('is one', () => expect(read(record('2020'))).toMatchObject([{ shape: name.split(',')[0] }]));
  it('takes time as the length', async () => expect(await slow(work, some(hostile, 6, n), 16_384)).toEqual([]));
});
