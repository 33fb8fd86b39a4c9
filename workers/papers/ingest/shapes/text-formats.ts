/** Sources in text formats: tagged lines, BibTeX and XML. The keys are those of the parsers (`../read/`). */
import { addressOfDoi } from '../../../base/text/doi-address.js';
import { isRecord } from '../../../base/input/record.js';
import { splitList } from '../../values.js';
import { asSaid, namesIn } from '../authors.js';
import { conferenceNamed } from '../conferences.js';
import { journalOf } from './astronomy.js';
import { withoutNumber } from './indexes.js';
import { pubmed, shortNames } from './pubmed.js';
import { doiLink, firstOf, has, type Found, type Shape, type Taker } from './shape.js';
import {
  addressesIn,
  addressIn,
  addressWith,
  doiIn,
  inOneLine,
  isPdf,
  lineIn,
  listOf,
  plainIn,
  recordIn,
  retractedIn,
  textIn,
  textsIn,
  titleWith,
  wordsIn,
  yearIn,
  type Raw,
} from './values.js';

const isFromAnthology = has('bibkey|acl_id|anthology_id|parent_volume_id !conference');

/** Tried in this order. */
export const textFormats: readonly Shape[] = [
  ...pubmed,
  {
    name: 'Cochrane Library',
    fits: has('Record TI'),
    title: ['TI', lineIn],
    authors: [
      'AU',
      (value) => textsIn(value).flatMap((name) => (name.includes(',') ? namesIn([name]) : shortNames(name))),
    ],
    abstract: 'AB',
    year: (take) => take.found('YR', yearIn),
    conference: ['SO', lineIn],
    type: 'PT',
    original_id: 'ID',
    keywords: ['KY', (value) => wordsIn(value).map(withoutStar)],
    url: (take, { doi }) => addressOfDoi(doi) ?? take.address('US'),
    doi: 'DOI',
    links: { cochrane: 'US' },
  },
  {
    // Tagged lines, and tables with the tags as columns.
    name: 'Web of Science',
    fits: has('PT SO', 'pt so ti'),
    title: 'TI ti',
    // CA is a group.
    authors: (take) => [...namesIn(listOf(take.raw('AF af AU au'))), ...textsIn(take.raw('CA ca'))],
    abstract: 'AB ab',
    year: (take) => take.found('PY py EY ey EA ea CY cy', yearIn),
    conference: ['SO so CT ct', lineIn],
    decision: ['DT dt', retractedIn],
    original_id: 'UT ut',
    keywords: ['DE de ID id', wordsIn],
    url: (take, { doi }) =>
      addressOfDoi(doi) ?? addressWith('https://www.webofscience.com/wos/woscc/full-record/', take.text('UT ut')),
    doi: 'DI di',
    links: { open: 'WE we' },
    ignored: 'PT pt',
  },
  {
    // .enw, also from Google Scholar, the ACL Anthology and publishers.
    name: 'EndNote',
    fits: has('%T %0|%A|%D'),
    title: '%T',
    authors: ['%A', (value) => namesIn(listOf(value))],
    abstract: '%X',
    year: (take) => take.found('%D %8', yearIn),
    conference: (take) => take.found(/conference/i.test(take.text('%0') ?? '') ? '%B %S %J' : '%J %B %S %I', lineIn),
    type: '%0',
    original_id: '%F %M',
    keywords: ['%K', keywordsIn],
    paper_pdf_url: (take) => addressIn(take.raw('%>')) ?? addressesIn(take.raw('%U')).find(isPdf),
    url: (take, { doi }) => addressesIn(take.raw('%U'))[0] ?? addressOfDoi(doi),
    doi: '%R',
    links: { doi: doiLink, other: ['%U', (value) => addressesIn(value)[1]] },
  },
  {
    name: 'EndNote',
    fits: (record) => record['@tag'] === 'record' && isRecord(record['titles']),
    prepare: (record) => ({ ...record, ...recordIn(record['titles']) }),
    title: ['title', (value) => inOneLine(textIn(value))],
    authors: ['contributors.authors.author', (value) => namesIn(listOf(value))],
    abstract: 'abstract',
    year: (take) => firstOf(['dates', yearIn(Object.values(recordIn(take.raw('dates'))).map(textIn))]),
    conference: ['secondary-title periodical.full-title', (value) => inOneLine(textIn(value))],
    original_id: 'accession-num',
    keywords: ['keywords.keyword', keywordsIn],
    paper_pdf_url: 'urls.pdf-urls.url',
    // Mendeley and Zotero write `web-urls`.
    url: (take, { doi }) => addressesIn(take.raw('urls.related-urls.url urls.web-urls.url'))[0] ?? addressOfDoi(doi),
    doi: 'electronic-resource-num',
    links: (take, { doi, url }) =>
      take.links({ doi: doiLink, other: ['urls.related-urls.url', (value) => addressesIn(value)[1]] }, { doi, url }),
    type: 'ref-type',
    ignored: 'titles rec-number',
  },
  {
    // Also of the ACL Anthology, DBLP, Zotero and JabRef.
    name: 'BibTeX',
    fits: has('@type @key'),
    isLatex: true,
    title: (take) => titleWith(lineIn(take.raw('title'), true), lineIn(take.raw('subtitle'), true)),
    authors: (take) => authorsInBibtex(take),
    // Open Journal Systems, as AAAI has it, and OSTI write `abstractNote`.
    abstract: 'abstract abstractnote',
    year: (take) => take.found('year date', yearIn) ?? take.found('year date'),
    // MathSciNet and zbMATH have the full name of a journal beside the short one.
    conference: ['booktitle fjournal journal journaltitle eventtitle', (value) => venueInBibtex(value)],
    type: '@type',
    original_id: '@key',
    // Scopus writes its own index terms as `keywords`.
    keywords: 'author_keywords keywords keyword',
    award: ['award', plainIn],
    // Wiley, Oxford and bioRxiv have its address as `eprint`.
    paper_pdf_url: (take) =>
      addressInBibtex(take.raw('pdf')) ??
      ['url', 'eprint'].map((key) => addressInBibtex(take.raw(key))).find(isPdfPage),
    url: (take, { doi }) =>
      addressInBibtex(take.raw('url')) ??
      addressOfDoi(doi) ??
      addressInArxiv(take) ??
      addressInBibtex(take.raw('howpublished')) ??
      addressInBibtex(take.raw('adsurl')),
    doi: ['doi', (value) => doiIn(bibtexText(value))],
    links: (take, draft) => bibtexText(take.raw('links')) ?? take.links({ arxiv: addressInArxiv, doi: doiLink }, draft),
    guess: (take) => ({
      conference: firstOf(['eprint', addressInArxiv(take) && 'arXiv']) ?? furtherPlace(take),
    }),
    ignored: 'archiveprefix eprinttype primaryclass month',
  },
  {
    name: 'RefWorks',
    fits: has('RT T1'),
    title: 'T1',
    authors: ['A1', (value) => namesIn(listOf(value))],
    abstract: 'AB',
    year: (take) => take.found('YR FD', yearIn),
    conference: ['JF T2 JO PB', lineIn],
    type: 'RT',
    original_id: 'ID AN',
    keywords: ['K1', keywordsIn],
    url: (take, { doi }) => addressIn(take.raw('UL LK')) ?? addressOfDoi(doi),
    doi: 'DO',
    links: { doi: doiLink },
  },
  {
    // Each publisher uses another tag for the conference.
    name: 'RIS',
    fits: has('TY', 'TI|T1 AU|A1|PY|Y1'),
    title: 'TI T1 CT',
    authors: (take) => [...new Set(namesIn(['AU', 'A1'].flatMap((tag) => listOf(take.raw(tag)))))],
    abstract: 'AB N2',
    year: (take) => take.found('PY Y1 DA Y2', yearIn),
    conference: (take) =>
      take.found(
        /^(CONF|CPAPER)$/.test(take.text('TY') ?? '') ? 'T2 BT C3 T3 JO JF' : 'JF T2 JO BT JA J2 C3 T3 PB',
        lineIn,
      ),
    type: 'TY',
    original_id: 'ID AN',
    keywords: ['KW', (value) => textsIn(value).flatMap((words) => splitList(words, ';').map(withoutStar))],
    // L2 is the text in any form: Embase has the DOI there, and Zotero the page.
    paper_pdf_url: (take) =>
      addressIn(take.raw('L1')) ??
      addressesIn(take.raw('L2')).find((address) => isPdf(address) || /\/pdf([/?]|$)/i.test(address)) ??
      addressesIn(take.raw('UR')).find(isPdf),
    url: (take, { doi }) => addressesIn(take.raw('UR'))[0] ?? addressIn(take.raw('L3 LK L2')) ?? addressOfDoi(doi),
    doi: (take) => doiIn(take.raw('DO')) ?? doiIn(/10\.\d{4,}\/\S+/.exec(take.text('M3') ?? '')?.[0]),
    links: (take, draft) =>
      hasOwnLinks(take.record)
        ? take.text('U2')
        : take.links({ doi: doiLink, other: ['UR', (value) => addressesIn(value)[1]] }, draft),
  },
  {
    // An Atom feed.
    name: 'arXiv API',
    fits: (record) => record['@tag'] === 'entry',
    isLatex: true,
    title: 'title',
    // The daily lists of arXiv have one creator with all names.
    authors: ['author creator', (value) => namesIn(value).map((name) => plainIn(name, true) ?? '')],
    abstract: [
      'summary content',
      (value) => lineIn(textIn(value)?.replace(/^arXiv:\S+\s+Announce Type: .*\s+Abstract: /, ''), true),
    ],
    year: (take) => take.found('published updated', yearIn),
    original_id: (take) => idInArxiv(take) ?? take.text('id'),
    keywords: [
      'category',
      (value) =>
        textsIn(
          listOf(value)
            .filter(isRecord)
            .map((one) => one['@term']),
        ),
    ],
    paper_pdf_url: (take) =>
      linkIn(take, (link) => link['@title'] === 'pdf' || link['@type'] === 'application/pdf') ??
      addressWith('https://arxiv.org/pdf/', idInArxiv(take)),
    url: (take) =>
      linkIn(take, (link) => link['@rel'] === 'alternate') ??
      addressIn(take.raw('id')) ??
      linkIn(take, (link) => link['@rel'] === undefined),
    doi: 'arxiv:doi doi',
    links: { doi: (take) => linkIn(take, (link) => link['@title'] === 'doi') },
    guess: (take) => ({ conference: firstOf(['id', idInArxiv(take) && 'arXiv']) }),
    ignored: 'arxiv:primary_category arxiv:announce_type rights',
  },
  {
    // Its XML (a `paper` with the data of its volume), and the JSON of its pages.
    name: 'ACL Anthology',
    fits: (record) => 'title' in record && (record['@tag'] === 'paper' || isFromAnthology(record)),
    isLatex: true,
    title: 'title',
    authors: 'author authors',
    abstract: 'abstract abstract_raw abstract_html',
    year: (take) => firstOf(['year', take.raw('year @volume.year')]),
    conference: (take) => conferenceInAnthology(take),
    session: ['@volume.@id track', textIn],
    original_id: (take) => idInAnthology(take) ?? take.text('bibkey'),
    award: ['award awards', textIn],
    keywords: 'keywords',
    paper_pdf_url: (take) => addressIn(take.raw('pdf')) ?? addressWith(anthology, idInAnthology(take), '.pdf'),
    url: (take) => addressIn(take.raw('url')) ?? addressWith(anthology, idInAnthology(take), '/'),
    doi: 'doi',
    links: { video: ['video', hrefIn] },
    ignored: 'bibkey pages',
  },
];

/** One keyword per value, or all in one value. */
function keywordsIn(given: unknown): string[] {
  return (listOf(given).length > 1 ? textsIn(given) : wordsIn(given)).map(withoutStar);
}

/** PubMed, Ovid and the Cochrane Library mark the main keywords with a star: "*Ink", "Ink/*blue", "Ink [*blue]". */
const withoutStar = (word: string): string => word.replace(/(?<=^|[[/])\*(?=\p{L})/gu, '');

const venueInBibtex = (value: unknown): string | undefined => {
  const venue = lineIn(value, true);
  return venue === undefined ? undefined : journalOf(venue);
};

const textSigns: Readonly<Record<string, string>> = { less: '<', greater: '>', asciitilde: '~', underscore: '_' };

/**
 * Unwraps `\url{https://…}` and the `{…}` of Web of Science, and removes LaTeX escapes, also with the braces of
 * Mendeley: `{\_}`, `{~}`, `{\~{}}`.
 */
const bibtexText = (value: unknown): string | undefined =>
  textIn(value)
    ?.replace(/^(?:\\url)?\{(.*)\}$/s, '$1')
    .replace(/\{\\?([_%&#~])(?:\{\})?\}|\\([_%&#~])(?:\{\})?/g, '$1$2')
    .replace(/\{?\\text(less|greater|asciitilde|underscore)\b(?:\{\})?\}?/g, (_, sign: string) => textSigns[sign] ?? '')
    .trim();
const addressInBibtex = (value: unknown): string | undefined => addressIn(bibtexText(value));
/** Publishers have PDFs at addresses such as `/doi/pdf/10.1000/a`. `/doi/epdf/10.1000/a` is a page of HTML. */
const isPdfPage = (address = ''): boolean => /\.pdf$|\/pdf\//i.test(address);

/** INSPIRE and the APS list a collaboration beside its first authors, or alone. */
function authorsInBibtex(take: Taker): string[] {
  const text = lineIn(take.raw('collaboration'), true)?.replace(/^\(([^()]*)\)$/, '$1') ?? '';
  const groups = splitList(text, /,(?: and )?|(?<=\bcollaboration) and /i);
  const names = namesInBibtex(take.text('author') ?? (groups.length === 0 ? take.text('editor') : undefined) ?? '');
  const bare = (name: string): string => name.toLowerCase().replace(/^the | collaboration$/g, '');
  const known = new Set(names.map(bare));
  return [...names, ...groups.filter((group) => !known.has(bare(group)))];
}

/**
 * " and " separates people, and a comma the parts of a name. {Barnes and Noble} is one name. Accents are converted at
 * the end, because their braces protect names until then.
 */
function namesInBibtex(text: string): string[] {
  const joined = text
    .replace(/\s+/g, ' ')
    .replace(/\{([^{}]*)\}/g, (group) => group.replace(/ and /gi, '\u0001').replaceAll(',', '\u0002'));
  const parts = joined.split(/ and(?: |$)/i).filter((part) => !/^(others|et al\.?)?$/i.test(part.trim()));
  return parts
    .map((part) => nameInParts(part) ?? asSaid(part))
    .map((name) => name.replaceAll('\u0001', ' and ').replaceAll('\u0002', ','))
    .map((name) => lineIn(name, true) ?? '')
    .map(withoutNumber);
}

/** Reads the extended format of biblatex: `family=Waals, given={Johannes D.}, prefix=van der, useprefix=true`. */
function nameInParts(part: string): string | undefined {
  if (!/^\s*"?(?:family|given|prefix|suffix)(?:-i)?\s*=/.test(part)) return undefined;
  const fields = part.split(',').map((field) => /^[\s"]*([\w-]+)\s*=\s*([^]*?)[\s"]*$/.exec(field));
  const { prefix, ...named } = Object.fromEntries(fields.map((found) => [found?.[1] ?? '', found?.[2] ?? '']));
  return namesIn([{ ...named, particle: prefix }])[0];
}

/** Semantic Scholar and DBLP have the number as a volume: `abs/2001.00001`. */
function addressInArxiv(take: Taker): string | undefined {
  const volume = /^abs\/(\d{4}\.\d{4,5})$/.exec(textIn(take.record['volume']) ?? '')?.[1];
  const eprint = bibtexText(take.raw('eprint')) ?? volume ?? '';
  const isArxiv = /arxiv/i.test(take.text('archiveprefix eprinttype') ?? '') || /^\d{4}\.\d{4,5}/.test(eprint);
  return eprint !== '' && isArxiv ? `https://arxiv.org/abs/${eprint.replace(/^arxiv:/i, '')}` : undefined;
}

/** Returns a series, a school or the like. */
const furtherPlace = (take: Taker): Found<string> | undefined =>
  take.found('series howpublished school institution', (value) =>
    textIn(value)?.includes('http') === false ? lineIn(value, true) : undefined,
  );

/** Checks for further addresses as the project's own exports write them: "code https://…; video https://…". */
const hasOwnLinks = (record: Raw): boolean => /^[\w -]+ https?:\/\/\S/.test(textIn(record['U2']) ?? '');

/** Without the version: `2001.01234` in `http://arxiv.org/abs/2001.01234v2`. */
const idInArxiv = (take: Taker): string | undefined =>
  textIn(/(?:arxiv\.org\/abs\/|^oai:arxiv\.org:)(.+)/i.exec(take.text('id') ?? '')?.[1]?.replace(/v\d+$/, ''));

const linkIn = (take: Taker, is: (link: Raw) => boolean): string | undefined =>
  addressIn(listOf(take.raw('link')).filter(isRecord).find(is)?.['@href']);

const anthology = 'https://aclanthology.org/';

/** `2020.emnlp-main.1`, or `P19-1001` in the older form. */
function idInAnthology(take: Taker): string | undefined {
  const url = take.text('url') ?? '';
  const given =
    take.text('anthology_id acl_id') ??
    /^[\w.]+-[\w.]+$/.exec(url)?.[0] ??
    /aclanthology\.org\/([\w.-]+?)\/?$/.exec(url)?.[1];
  if (given !== undefined) return given;
  const [collection, name, number] = [take.text('@volume.@collection'), take.text('@volume.@id'), take.text('@id')];
  if (collection === undefined || name === undefined || number === undefined) return undefined;
  return collection.includes('.') ? `${collection}-${name}.${number}` : undefined;
}

function conferenceInAnthology(take: Taker): Found | undefined {
  const venues = [take.raw('venue'), take.raw('@volume.venue')].flat().map(textIn);
  const known = venues.map((venue) => conferenceNamed(venue ?? '')).find((name) => name !== undefined);
  const title = take.plain('booktitle') ?? take.text('@volume.booktitle');
  return firstOf(
    ['venue', known],
    ['booktitle', inOneLine(title)],
    ['venue', venues.find((venue) => venue !== undefined) ?? take.text('journal')],
  );
}

function hrefIn(link: unknown): unknown {
  const [first] = listOf(link);
  return isRecord(first) ? (first['@href'] ?? first['url']) : first;
}
