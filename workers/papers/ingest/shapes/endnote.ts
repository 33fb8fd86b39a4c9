import { isRecord } from '../../../base/input/record.js';
import { namesIn } from '../authors.js';
import {
  addressIn,
  addressOfDoi,
  doiIn,
  draftOf,
  guessOf,
  inOneLine,
  linksOf,
  Taker,
  textIn,
  wordsIn,
  yearIn,
  type Raw,
  type Shape,
} from './shape.js';

/** EndNote's tagged export (.enw), also used by Google Scholar, the ACL Anthology and publishers. */
export const endNote: Shape = {
  name: 'EndNote',
  fits: (record) => '%0' in record && '%T' in record,
  read(record) {
    const take = new Taker(record);
    const doi = doiIn(take.raw('%R'));
    const urls = [take.raw('%U')]
      .flat()
      .map((one) => addressIn(one))
      .filter((one) => one !== undefined);
    const pdf = addressIn(take.raw('%>')) ?? urls.find((one) => /\.pdf($|\?)/i.test(one));
    const url = urls[0] ?? addressOfDoi(doi);
    const isTalk = /conference/i.test(take.text('%0') ?? '');
    const places = isTalk ? ['%B', '%S', '%J'] : ['%J', '%B', '%S', '%I'];
    const dated = ['%D', '%8'].find((key) => yearIn(record[key]) !== undefined);
    const draft = draftOf({
      title: inOneLine(take.readable('%T')),
      authors: namesIn([take.raw('%A')].flat()),
      abstract: take.readable('%X'),
      year: dated === undefined ? undefined : yearIn(record[dated]),
      conference: inOneLine(take.readable(...places)),
      original_id: take.text('%F', '%M'),
      keywords: keywordsIn(take.raw('%K')),
      paper_pdf_url: pdf,
      url,
      doi,
      links: linksOf({ doi: addressOfDoi(doi), other: urls[1] }, [url, pdf]),
    });
    take.raw('%D', '%8');
    return {
      draft,
      ...(dated === undefined ? {} : { yearFrom: dated }),
      conferenceFrom: take.key(...places) ?? '%B',
      guess: guessOf(),
      used: take.used,
    };
  },
};

/** EndNote's XML. */
export const endNoteXml: Shape = {
  name: 'EndNote',
  fits: (record) => record['@tag'] === 'record' && isRecord(record['titles']),
  read(record) {
    const take = new Taker(record);
    const part = (name: string): Raw => {
      const value = take.raw(name);
      return isRecord(value) ? value : {};
    };
    const [titles, people, urls, journal] = ['titles', 'contributors', 'urls', 'periodical'].map(part) as [
      Raw,
      Raw,
      Raw,
      Raw,
    ];
    const authors = isRecord(people['authors']) ? people['authors']['author'] : undefined;
    const related = isRecord(urls['related-urls']) ? urls['related-urls']['url'] : undefined;
    const pdfs = isRecord(urls['pdf-urls']) ? urls['pdf-urls']['url'] : undefined;
    const doi = doiIn(take.raw('electronic-resource-num'));
    const [first, second] = [related]
      .flat()
      .map((one) => addressIn(one))
      .filter((one) => one !== undefined);
    const url = first ?? addressOfDoi(doi);
    const draft = draftOf({
      title: inOneLine(textIn(titles['title'])),
      authors: namesIn([authors].flat()),
      abstract: take.readable('abstract'),
      year: yearIn(Object.values(part('dates')).map(textIn)),
      conference: inOneLine(textIn(titles['secondary-title']) ?? textIn(journal['full-title'])),
      original_id: take.text('accession-num'),
      keywords: keywordsIn(part('keywords')['keyword']),
      paper_pdf_url: addressIn(pdfs),
      url,
      doi,
      links: linksOf({ doi: addressOfDoi(doi), other: second }, [url]),
    });
    take.raw('@tag', 'rec-number');
    return { draft, yearFrom: 'dates', conferenceFrom: 'secondary-title', guess: guessOf(), used: take.used };
  },
};

/** One keyword per value, or all in one value. */
const keywordsIn = (given: unknown): string[] =>
  [given].flat().length > 1 ? [given].flat().map((one) => textIn(one) ?? '') : wordsIn(given);
