/** PubMed: tagged lines, XML and CSV. */
import { addressOfDoi } from '../../../base/text/doi-address.js';
import { isRecord } from '../../../base/input/record.js';
import { namesIn } from '../authors.js';
import { doiLink, firstOf, has, type Shape, type Taker } from './shape.js';
import {
  addressWith,
  doiIn,
  lineIn,
  listOf,
  partOf,
  recordIn,
  retractedIn,
  textIn,
  textsIn,
  yearIn,
  type Raw,
} from './values.js';

export const pubmed: readonly Shape[] = [
  {
    // .nbib: tags of MEDLINE (https://www.nlm.nih.gov/bsd/mms/medlineelements.html).
    name: 'PubMed',
    fits: has('PMID TI|BTI'),
    title: ['TI BTI', withoutStop],
    authors: (take) => [...namesIn(listOf(take.raw('FAU') ?? shortNames(take.raw('AU')))), ...textsIn(take.raw('CN'))],
    abstract: 'AB',
    year: (take) => take.found('DP DEP EDAT', medlineYear),
    conference: 'JT TA',
    original_id: 'PMID',
    keywords: (take) => medlineTerms(take.raw('OT') ?? take.raw('MH')),
    url: ['PMID', addressInPubmed],
    decision: ['PT', retractedIn],
    doi: (take) => [take.raw('LID'), take.raw('AID')].flat().map(doiTagged).find(Boolean),
    links: { doi: doiLink, pmc: ['PMC', addressInPmc] },
    ignored: 'AU MH AID',
  },
  {
    // The same tags, without a PMID.
    name: 'ERIC',
    fits: ({ OWN, TI }) => OWN === 'ERIC' && TI !== undefined,
    title: 'TI',
    authors: ['AU', (value) => namesIn(listOf(value))],
    abstract: 'AB',
    year: (take) => take.found('DP', medlineYear),
    conference: 'JT',
    type: 'PT',
    original_id: 'OID',
    keywords: 'OT',
    url: 'LID',
    doi: ['AID', (value) => doiIn(textsIn(value).find((address) => address.includes('doi.org/')))],
    links: { doi: doiLink },
    ignored: 'OWN',
  },
  {
    name: 'PubMed',
    fits: (record) => record['@tag'] === 'PubmedArticle',
    prepare: (record) => ({
      ...recordIn(partOf(record, 'MedlineCitation')),
      ...recordIn(partOf(record, 'MedlineCitation', 'Article')),
      ids: textsIn(partOf(record, 'PubmedData', 'ArticleIdList', 'ArticleId')),
    }),
    title: ['ArticleTitle', withoutStop],
    authors: ['AuthorList.Author', (value) => listOf(value).filter(isRecord).flatMap(namesInPubmed)],
    abstract: ['Abstract.AbstractText', (value) => textsIn(value).join('\n')],
    year: (take) =>
      firstOf(['PubDate', pubmedYear(take.raw('Journal.JournalIssue.PubDate')) ?? pubmedYear(take.raw('ArticleDate'))]),
    conference: 'Journal.Title Journal.ISOAbbreviation',
    original_id: 'PMID',
    keywords: (take) => medlineTerms(take.raw('KeywordList.Keyword') ?? headingsOf(take)),
    url: ['PMID', addressInPubmed],
    decision: ['PublicationTypeList.PublicationType', retractedIn],
    doi: (take) => textsIn([take.raw('ELocationID'), take.raw('ids')].flat(2)).find(addressOfDoi),
    links: { doi: doiLink, pmc: ['ids', (ids) => addressInPmc(textsIn(ids).find((id) => /^PMC\d+$/.test(id)))] },
    ignored: 'MedlineCitation PubmedData',
  },
  {
    // Books and their chapters.
    name: 'PubMed',
    fits: (record) => record['@tag'] === 'PubmedBookArticle',
    prepare: (record) => ({ ...recordIn(record['BookDocument']), '@kind': 'book' }),
    title: ['ArticleTitle Book.BookTitle', withoutStop],
    authors: (take) =>
      listOf(partOf(take.raw('AuthorList') ?? take.raw('Book.AuthorList'), 'Author'))
        .filter(isRecord)
        .flatMap(namesInPubmed),
    abstract: ['Abstract.AbstractText', (value) => textsIn(value).join('\n')],
    year: (take) =>
      firstOf(['PubDate', pubmedYear(take.raw('Book.PubDate')) ?? pubmedYear(take.raw('ContributionDate'))]),
    conference: (take) => firstOf(['Book', take.text('ArticleTitle') && take.plain('Book.BookTitle')]),
    type: '@kind',
    original_id: 'PMID',
    keywords: ['KeywordList.Keyword', (value) => medlineTerms(value)],
    url: ['PMID', addressInPubmed],
    doi: (take) => textsIn(take.raw('ArticleIdList.ArticleId')).find(addressOfDoi),
    links: { doi: doiLink },
    ignored: '*',
  },
  {
    // CSV, without abstracts.
    name: 'PubMed',
    fits: has('pmid publication_year'),
    title: ['title', withoutStop],
    authors: [
      'authors',
      (value) =>
        textIn(value)
          ?.replace(/\.\s*$/, '')
          // A group ends with a semicolon.
          .split(/[,;]\s*/)
          .map(initialsFirst),
    ],
    year: 'publication_year',
    conference: 'journal/book',
    original_id: 'pmid',
    url: ['pmid', addressInPubmed],
    doi: 'doi',
    links: { doi: doiLink, pmc: ['pmcid', addressInPmc] },
    ignored: 'citation first_author create_date',
  },
];

function addressInPubmed(id: unknown): string | undefined {
  return addressWith('https://pubmed.ncbi.nlm.nih.gov/', textIn(id), '/');
}

function addressInPmc(id: unknown): string | undefined {
  return addressWith('https://pmc.ncbi.nlm.nih.gov/articles/', textIn(id), '/');
}

/** PubMed's titles end with a full stop. */
function withoutStop(title: unknown): string | undefined {
  return lineIn(title)?.replace(/(?<!\.)\.$/, '');
}

/** `2019 Nov-Dec`, `20191101`. */
const medlineYear = (date: unknown): number | undefined => yearIn(date) ?? yearIn(textIn(date)?.slice(0, 4));
const pubmedYear = (date: unknown): number | undefined =>
  yearIn(partOf(date, 'Year')) ?? yearIn(partOf(date, 'MedlineDate'));

/** `10.1016/j.media.2019.01.001 [doi]`. */
const doiTagged = (value: unknown): string | undefined => /^(10\.\S+) \[doi\]/.exec(textIn(value) ?? '')?.[1];

/** "Liu SF" becomes SF Liu. */
const initialsFirst = (name: string): string => name.trim().replace(/^(.+) (\p{Lu}{1,4})$/u, '$2 $1');
export const shortNames = (names: unknown): string[] => listOf(names).map((name) => initialsFirst(textIn(name) ?? ''));

/** "The Cancer Study Group" is one name. */
const namesInPubmed = ({ ForeName, Initials, LastName, Suffix, CollectiveName }: Raw): string[] =>
  CollectiveName === undefined
    ? namesIn([{ first: ForeName ?? Initials, last: LastName, suffix: Suffix }])
    : textsIn(CollectiveName);

const headingsOf = (take: Taker): unknown[] =>
  listOf(take.raw('MeshHeadingList.MeshHeading'))
    .filter(isRecord)
    .map((heading) => heading['DescriptorName']);

/**
 * Major terms and their qualifiers are marked with a star. `Carcinoma, Small Cell` is reversed, because a comma
 * separates keywords.
 */
const medlineTerms = (terms: unknown): string[] =>
  textsIn(terms).map((term) =>
    term
      .replace(/(?<=^|\/)\*/g, '')
      .replace(/^([^,/]+), ([^,/]+)/, '$2 $1')
      .trim(),
  );
