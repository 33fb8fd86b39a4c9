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
  wordsIn,
  yearIn,
  type Shape,
} from './shape.js';

/** Exports of the Web of Science: tagged lines, and tables with the tags as columns. */
export const webOfScience: Shape = {
  name: 'Web of Science',
  fits: (record) => ('PT' in record && 'SO' in record) || ('pt' in record && 'so' in record && 'ti' in record),
  read(record) {
    const take = new Taker(record);
    const of = (...tags: string[]): string[] => tags.flatMap((tag) => [tag, tag.toLowerCase()]);
    const doi = doiIn(take.raw(...of('DI')));
    const id = take.text(...of('UT'));
    const url =
      addressOfDoi(doi) ?? (id === undefined ? undefined : `https://www.webofscience.com/wos/woscc/full-record/${id}`);
    const dated = of('PY', 'EY', 'EA', 'CY').find((key) => yearIn(record[key]) !== undefined);
    const draft = draftOf({
      title: inOneLine(take.readable(...of('TI'))),
      authors: namesIn(take.raw(...of('AF', 'AU'))),
      abstract: take.readable(...of('AB')),
      year: dated === undefined ? undefined : yearIn(record[dated]),
      conference: inOneLine(take.readable(...of('SO', 'CT'))),
      original_id: id,
      keywords: wordsIn(take.raw(...of('DE', 'ID'))),
      url,
      doi,
      links: linksOf({ open: addressIn(take.raw(...of('WE'))) }, [url]),
    });
    take.raw(...of('PT', 'AU', 'PY', 'EY', 'EA', 'CY', 'CT', 'ID'));
    return {
      draft,
      ...(dated === undefined ? {} : { yearFrom: dated }),
      conferenceFrom: take.key(...of('SO', 'CT')) ?? 'SO',
      guess: guessOf(),
      used: take.used,
    };
  },
};
