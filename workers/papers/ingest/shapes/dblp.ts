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
  type Raw,
  type Shape,
} from './shape.js';

/** Hits of DBLP's search (`result.hits.hit[].info`), and records of its XML. */
export const dblp: Shape = {
  name: 'DBLP',
  fits: (record) =>
    (isRecord(record['info']) && 'title' in record['info']) ||
    /^(conf|journals|books|phd|series)\//.test(textIn(record['@key']) ?? ''),
  read(record) {
    const info = isRecord(record['info']) ? record['info'] : record;
    const take = new Taker(info);
    const doi = doiIn(take.raw('doi')) ?? doiOf(info);
    const [electronic, ...more] = [take.raw('ee')].flat().map((one) => addressIn(one));
    const own = addressIn(take.raw('url'), 'https://dblp.org');
    const url = electronic ?? own;
    const draft = draftOf({
      title: inOneLine(take.readable('title'))?.replace(/(?<=[^.])\.$/, ''),
      authors: namesIn(take.raw('authors', 'author')).map((name) => name.replace(/ \d{4}$/, '')),
      year: take.raw('year'),
      conference: take.text('venue', 'booktitle', 'journal'),
      original_id: take.text('key', '@key') ?? textIn(record['@id']),
      paper_pdf_url: [electronic, ...more].find((one) => one !== undefined && /\.pdf$/i.test(one)),
      url,
      doi,
      links: linksOf({ dblp: own, doi: addressOfDoi(doi), other: more[0] }, [url]),
    });
    take.raw('type', '@key', '@mdate');
    const used = info === record ? take.used : new Set(['info', '@id', '@score', 'url']);
    return { draft, conferenceFrom: take.key('venue', 'booktitle', 'journal') ?? 'venue', guess: guessOf(), used };
  },
};

const doiOf = ({ ee }: Raw): string | undefined => {
  const found = [ee].flat().find((one) => /doi\.org\//.test(textIn(one) ?? ''));
  return doiIn(found);
};
