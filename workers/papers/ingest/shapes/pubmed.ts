import { isRecord } from '../../../base/input/record.js';
import { namesIn } from '../authors.js';
import {
  addressOfDoi,
  doiIn,
  draftOf,
  guessOf,
  inOneLine,
  linksOf,
  readable,
  Taker,
  textIn,
  yearIn,
  type Raw,
  type Shape,
} from './shape.js';

const site = 'https://pubmed.ncbi.nlm.nih.gov';

/** PubMed's .nbib: tags of MEDLINE (https://www.nlm.nih.gov/bsd/mms/medlineelements.html). */
export const pubmed: Shape = {
  name: 'PubMed',
  fits: (record) => 'PMID' in record && ('TI' in record || 'BTI' in record),
  read(record) {
    const take = new Taker(record);
    const id = take.text('PMID');
    const doi = [take.raw('LID'), take.raw('AID')].flat().map(doiTagged).find(Boolean);
    const dated = ['DP', 'DEP', 'EDAT'].find((key) => yearOf(record[key]) !== undefined);
    const draft = draftOf({
      title: titleIn(take.text('TI', 'BTI')),
      authors: [...namesIn([take.raw('FAU') ?? shortNames(take.raw('AU'))].flat()), ...groupsIn(take.raw('CN'))],
      abstract: take.readable('AB'),
      year: dated === undefined ? undefined : yearOf(record[dated]),
      conference: take.text('JT', 'TA'),
      original_id: id,
      keywords: wordsOf(take.raw('OT') ?? take.raw('MH')),
      url: addressOf(id),
      doi,
      links: linksOf({ doi: addressOfDoi(doi), pmc: addressOfPmc(take.text('PMC')) }),
    });
    take.raw('AU', 'FAU', 'TA', 'MH', 'AID', 'LID', 'DP', 'DEP', 'EDAT');
    return {
      draft,
      ...(dated === undefined ? {} : { yearFrom: dated }),
      conferenceFrom: take.key('JT', 'TA') ?? 'JT',
      guess: guessOf(),
      used: take.used,
    };
  },
};

/** PubMed's XML. */
export const pubmedXml: Shape = {
  name: 'PubMed',
  fits: (record) => record['@tag'] === 'PubmedArticle',
  read(record) {
    const citation = partOf(record, 'MedlineCitation');
    const article = partOf(citation, 'Article');
    const journal = partOf(article, 'Journal');
    const id = textIn(citation['PMID']);
    const ids = listOf(partOf(record, 'PubmedData', 'ArticleIdList')['ArticleId']).map(textIn);
    const doi = [...listOf(article['ELocationID']), ...ids].map(textIn).find((one) => addressOfDoi(one) !== undefined);
    const pmc = ids.find((one) => one !== undefined && /^PMC\d+$/.test(one));
    const headings = listOf(partOf(citation, 'MeshHeadingList')['MeshHeading']).filter(isRecord);
    const authors = listOf(partOf(article, 'AuthorList')['Author']).filter(isRecord);
    const dates = [partOf(journal, 'JournalIssue', 'PubDate'), partOf(article, 'ArticleDate')];
    const draft = draftOf({
      title: titleIn(textIn(article['ArticleTitle'])),
      authors: authors.flatMap(({ ForeName, Initials, LastName, Suffix, CollectiveName }) =>
        CollectiveName === undefined
          ? namesIn([{ first: ForeName ?? Initials, last: LastName, suffix: Suffix }])
          : groupsIn(CollectiveName),
      ),
      abstract: listOf(partOf(article, 'Abstract')['AbstractText']).map(textIn).filter(Boolean).join('\n'),
      year: dates.flatMap(({ Year, MedlineDate }) => [yearIn(Year), yearIn(MedlineDate)]).find(Boolean),
      conference: textIn(journal['Title']) ?? textIn(journal['ISOAbbreviation']),
      original_id: id,
      keywords: wordsOf(
        partOf(citation, 'KeywordList')['Keyword'] ?? headings.map(({ DescriptorName }) => DescriptorName),
      ),
      url: addressOf(id),
      doi,
      links: linksOf({ doi: addressOfDoi(doi), pmc: addressOfPmc(pmc) }),
    });
    const used = new Set(['@tag', 'MedlineCitation', 'PubmedData']);
    return { draft, yearFrom: 'PubDate', conferenceFrom: 'Journal', guess: guessOf(), used };
  },
};

/** PubMed's CSV, which has no abstracts. */
export const pubmedTable: Shape = {
  name: 'PubMed',
  fits: (record) => 'pmid' in record && 'publication_year' in record,
  read(record) {
    const take = new Taker(record);
    const id = take.text('pmid');
    const doi = doiIn(take.raw('doi'));
    const draft = draftOf({
      title: titleIn(take.text('title')),
      authors: (take.text('authors') ?? '')
        .replace(/\.\s*$/, '')
        .split(/,\s*/)
        .map(initialsFirst),
      year: take.raw('publication_year'),
      conference: take.text('journal/book'),
      original_id: id,
      url: addressOf(id),
      doi,
      links: linksOf({ doi: addressOfDoi(doi), pmc: addressOfPmc(take.text('pmcid')) }),
    });
    take.raw('citation', 'first_author', 'create_date');
    return { draft, yearFrom: 'publication_year', conferenceFrom: 'journal/book', guess: guessOf(), used: take.used };
  },
};

/** `2019 Nov-Dec`, `20191101`. */
const yearOf = (date: unknown): number | undefined => yearIn(date) ?? yearIn(textIn(date)?.slice(0, 4));

/** PubMed's titles end with a full stop. */
const titleIn = (title: string | undefined): string | undefined =>
  inOneLine(title === undefined ? undefined : readable(title))?.replace(/(?<!\.)\.$/, '');

const addressOf = (id: string | undefined): string | undefined => (id === undefined ? undefined : `${site}/${id}/`);
const addressOfPmc = (id: string | undefined): string | undefined =>
  id === undefined ? undefined : `https://pmc.ncbi.nlm.nih.gov/articles/${id}/`;

/** `10.1016/j.media.2019.01.001 [doi]`. */
const doiTagged = (value: unknown): string | undefined => /^(10\.\S+) \[doi\]/.exec(textIn(value) ?? '')?.[1];

/** "Liu SF" becomes SF Liu. */
const initialsFirst = (name: string): string => name.trim().replace(/^(.+) (\p{Lu}{1,4})$/u, '$2 $1');
const shortNames = (names: unknown): string[] => listOf(names).map((name) => initialsFirst(textIn(name) ?? ''));
/** "The Cancer Study Group" is one name. */
const groupsIn = (names: unknown): string[] =>
  listOf(names)
    .map(textIn)
    .filter((name) => name !== undefined);

/** Major terms are marked with a star. `Carcinoma, Small Cell` is reversed, because a comma separates keywords. */
const wordsOf = (terms: unknown): string[] =>
  listOf(terms)
    .map((term) =>
      (textIn(term) ?? '')
        .replace(/^\*/, '')
        .replace(/^([^,/]+), ([^,/]+)/, '$2 $1')
        .trim(),
    )
    .filter((term) => term !== '');

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

function partOf(record: Raw, ...names: string[]): Raw {
  let part = record;
  for (const name of names) {
    const inner = listOf(part[name])[0];
    part = isRecord(inner) ? inner : {};
  }
  return part;
}
