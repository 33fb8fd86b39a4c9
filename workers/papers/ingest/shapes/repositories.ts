/** Records of repositories and publishers in XML. `../read/xml.ts` gives each element its attributes (`@name`). */
import { addressOfDoi } from '../../../base/text/doi-address.js';
import { isRecord } from '../../../base/input/record.js';
import { namesIn } from '../authors.js';
import { mods } from './mods.js';
import { doiLink, firstOf, type Found, type Shape, type Taker } from './shape.js';
import {
  addressesIn,
  addressWith,
  doiIn,
  isPdf,
  lineIn,
  listOf,
  partOf,
  plainIn,
  recordIn,
  textIn,
  textsIn,
  yearIn,
  type Raw,
} from './values.js';

export const repositories: readonly Shape[] = [
  mods,
  {
    // Simple Dublin Core, as every OAI-PMH server has it.
    name: 'Dublin Core',
    fits: ({ '@tag': tag, title }) => tag === 'dc' && title !== undefined,
    title: ['title', lineIn],
    authors: ['creator', (value) => namesIn(textsIn(value))],
    abstract: 'description',
    year: (take) => take.found('date', yearOfDates),
    conference: (take) => take.found('source', journalIn),
    original_id: '@oai',
    keywords: ['subject', (value) => textsIn(value)],
    paper_pdf_url: ['identifier relation', (value) => addressesIn(value).find(isPdf)],
    url: (take, { doi }) => addressesIn(take.raw('identifier'))[0] ?? addressOfDoi(doi),
    doi: (take) =>
      textsIn([take.raw('identifier'), take.raw('relation')].flat())
        .map(doiIn)
        .find(addressOfDoi),
    links: { doi: doiLink },
    type: 'type',
  },
  {
    // Its own format over OAI-PMH (arXiv, arXivRaw).
    name: 'arXiv OAI',
    fits: ({ '@tag': tag }) => tag === 'arXiv' || tag === 'arXivRaw',
    isLatex: true,
    title: 'title',
    authors: ['authors', (value) => namesIn(isRecord(value) ? listOf(value['author']) : textIn(value))],
    abstract: 'abstract',
    year: (take) => take.found('created version.date updated', yearIn),
    original_id: 'id',
    keywords: ['categories', (value) => textIn(value)?.split(/\s+/)],
    paper_pdf_url: ['id', (id) => addressWith('https://arxiv.org/pdf/', textIn(id))],
    url: ['id', (id) => addressWith('https://arxiv.org/abs/', textIn(id))],
    doi: 'doi',
    guess: () => ({ conference: { value: 'arXiv', from: 'id' } }),
  },
  {
    // Articles of PubMed Central and publishers.
    name: 'JATS',
    fits: (record) => record['@tag'] === 'article' && isRecord(record['article-meta']),
    prepare: (record) => ({ ...record, ...recordIn(record['article-meta']), ...recordIn(record['journal-meta']) }),
    title: (take) => lineIn([take.raw('title-group.article-title')].flat()[0]),
    authors: (take) => listOf(take.raw('contrib-group')).flatMap(authorsInJats),
    abstract: (take) =>
      plainIn(listOf(take.raw('abstract')).find((one) => recordIn(one)['@abstract-type'] === undefined)),
    year: (take) => firstOf(['pub-date', yearInJats(take.raw('pub-date'))]),
    conference: (take) =>
      take.found('journal-title-group.journal-title journal-title conference.conf-name journal-id', lineIn),
    original_id: (take) => idInJats(take, 'pmid') ?? idInJats(take, 'pmc') ?? idInJats(take, 'publisher-id'),
    keywords: (take) => listOf(take.raw('kwd-group')).flatMap((group) => textsIn(recordIn(group)['kwd'])),
    doi: (take) => idInJats(take, 'doi'),
    url: (_take, { doi }) => addressOfDoi(doi),
    links: {
      pmc: (take) =>
        addressWith(
          'https://pmc.ncbi.nlm.nih.gov/articles/',
          (idInJats(take, 'pmc') ?? idInJats(take, 'pmcid'))?.replace(/^(?=\d)/, 'PMC'),
          '/',
        ),
    },
    type: '@article-type',
    ignored: '*',
  },
  {
    // Records of library catalogues (https://www.loc.gov/marc/bibliographic/).
    name: 'MARC',
    fits: (record) => record['@tag'] === 'record' && 'datafield' in record,
    title: (take) =>
      lineIn(
        ['a', 'b']
          .flatMap((code) => subfields(take, /^245$/, code))
          .map(withoutEnd)
          .join(': '),
      ),
    authors: (take) =>
      namesIn(
        [
          ...new Set(
            fieldsIn(take, /^[17][01]0$/)
              .filter(isAuthor)
              .flatMap((one) => codeIn(one, 'a')),
          ),
        ].map(withoutEnd),
      ),
    abstract: (take) => plainIn(subfields(take, /^520$/, 'a').join('\n')),
    year: (take) => firstOf(['260', yearIn(subfields(take, /^26[04]$/, 'c').join(' '))], ['008', yearInControl(take)]),
    conference: (take): Found | undefined =>
      firstOf(
        ['773', journalIn(subfields(take, /^773$/, 't'))],
        ['711', withoutEnd(subfields(take, /^[17]11$/, 'a')[0])],
      ),
    original_id: (take) => controlIn(take, '001'),
    keywords: (take) => [...new Set(subfields(take, /^65[03]$/, 'a').map((word) => withoutEnd(word) ?? ''))],
    doi: (take) => subfields(take, /^024$/, 'a').map(doiIn).find(addressOfDoi),
    url: (take, { doi }) => addressOfDoi(doi) ?? addressesIn(subfields(take, /^856$/, 'u'))[0],
    type: '@kind',
    prepare: (record) => ({ ...record, '@kind': kindInMarc(record) }),
    ignored: '*',
  },
];

/** Repositories also give the days on which a record was added, with their times. */
const yearOfDates = (dates: unknown): number | undefined => {
  const texts = textsIn(dates);
  return yearIn(texts.filter((text) => !text.includes('T'))) ?? yearIn(texts);
};

/** "Annals of Samples; Vol. 7 No. 2 (2017); 1-9" is the journal, its ISSN is none. */
function journalIn(sources: unknown): string | undefined {
  const [first] = textsIn(sources).filter(
    (text) => !/^(issn\W*)?[\d-]+x?$/i.test(text.trim()) && !/^https?:/.test(text),
  );
  return lineIn(first?.slice(0, 1000).replace(/[;,.]\s*(?:vol|no|nr|bd|band|\d).*$/is, ''));
}

const isAuthorType = (type: unknown): boolean => type === undefined || type === 'author';

function authorsInJats(group: unknown): string[] {
  const contributors = listOf(recordIn(group)['contrib']).filter(isRecord);
  return contributors
    .filter((one) => isAuthorType(one['@contrib-type']))
    .flatMap((one) => {
      const name: unknown = one['name'] ?? partOf(one, 'name-alternatives', 'name') ?? one['string-name'];
      // A group is one name, with its commas.
      return name === undefined
        ? textsIn(one['collab']).slice(0, 1)
        : namesIn([isRecord(name) ? plainParts(name) : name]);
    });
}

const plainParts = (name: Raw): Raw =>
  Object.fromEntries(Object.entries(name).map(([key, part]) => [key, textIn(part)]));

function yearInJats(dates: unknown): number | undefined {
  const years = listOf(dates).map((date) => Number(textIn(recordIn(date)['year']) ?? NaN));
  const known = years.filter((year) => year >= 1900);
  return known.length === 0 ? undefined : Math.min(...known);
}

const idInJats = (take: Taker, type: string): string | undefined =>
  textIn(listOf(take.raw('article-id')).find((id) => recordIn(id)['@pub-id-type'] === type));

const fieldsIn = (take: Taker, tag: RegExp): Raw[] => fieldsOf(take.record, tag);
const fieldsOf = (record: Raw, tag: RegExp): Raw[] =>
  listOf(record['datafield'])
    .filter(isRecord)
    .filter((field) => tag.test(textIn(field['@tag']) ?? ''));
const codeIn = (field: Raw, code: string): string[] =>
  textsIn(listOf(field['subfield']).filter((one) => recordIn(one)['@code'] === code));
const subfields = (take: Taker, tag: RegExp, code: string): string[] =>
  fieldsIn(take, tag).flatMap((field) => codeIn(field, code));
const controlIn = (take: Taker, tag: string): string | undefined =>
  textIn(listOf(take.record['controlfield']).find((one) => recordIn(one)['@tag'] === tag));
const yearInControl = (take: Taker): number | undefined => yearIn(controlIn(take, '008')?.slice(7, 11));

/** Cataloguers end a part with the sign that begins the next one. */
function withoutEnd(text: string): string;
function withoutEnd(text: string | undefined): string | undefined;
function withoutEnd(text: string | undefined): string | undefined {
  return text
    ?.slice(0, 5000)
    .trim()
    .replace(/\s?[/:;,=]$/, '')
    .trim();
}

const isAuthor = (field: Raw): boolean => {
  const roles = [...codeIn(field, '4'), ...codeIn(field, 'e')];
  return roles.length === 0 || roles.some((role) => /^(aut|cre|author|verfasser|auteur)/i.test(role));
};

const kindInMarc = (record: Raw): string => {
  if (fieldsOf(record, /^502$/).length > 0) return 'thesis';
  return textIn(record['leader'])?.charAt(7) === 'm' ? 'book' : 'article';
};
