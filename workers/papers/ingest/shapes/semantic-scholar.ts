import { isRecord } from '../../../base/input/record.js';
import { namesIn } from '../authors.js';
import {
  addressIn,
  addressOfDoi,
  doiIn,
  draftOf,
  firstOf,
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

/** Results of Semantic Scholar's graph API (`data`), and its data sets, whose keys are in lower case. */
export const semanticScholar: Shape = {
  name: 'Semantic Scholar',
  fits: (record) => 'title' in record && ('paperId' in record || 'corpusId' in record || 'corpusid' in record),
  read(record) {
    const take = new Taker(record);
    const given = take.raw('externalIds', 'externalids');
    const ids: Raw = isRecord(given) ? given : {};
    const doi = doiIn(ids['DOI'] ?? take.raw('doi'));
    const arxiv = textIn(ids['ArXiv']);
    const anthology = textIn(ids['ACL']);
    const open = take.raw('openAccessPdf', 'openaccessinfo');
    const pdf = addressIn(isRecord(open) ? open['url'] : open);
    const url = addressIn(take.raw('url')) ?? addressOfDoi(doi);
    const [place, from] = placeOf(take);
    const date = take.raw('publicationDate', 'publicationdate');
    const year = take.raw('year') ?? yearIn(date);
    const draft = draftOf({
      title: inOneLine(take.readable('title')),
      authors: namesIn(take.raw('authors')),
      abstract: take.readable('abstract'),
      year,
      conference: place,
      original_id: take.text('paperId', 'corpusId', 'corpusid'),
      keywords: fieldsOf(take),
      paper_pdf_url: pdf,
      url,
      doi,
      links: linksOf(
        {
          doi: addressOfDoi(doi),
          arxiv: arxiv === undefined ? undefined : `https://arxiv.org/abs/${arxiv}`,
          anthology: anthology === undefined ? undefined : `https://aclanthology.org/${anthology}/`,
        },
        [url, pdf],
      ),
    });
    const conference = firstOf(['externalIds.ArXiv', arxiv === undefined ? undefined : 'arXiv']);
    return {
      draft,
      ...(from === undefined ? {} : { conferenceFrom: from }),
      ...(take.key('year') === undefined && year !== undefined ? { yearFrom: 'publicationDate' } : {}),
      guess: guessOf(undefined, conference),
      used: take.used,
    };
  },
};

function placeOf(take: Taker): [string | undefined, string | undefined] {
  const venue = take.text('venue');
  const kept = take.raw('publicationVenue');
  const journal = take.raw('journal');
  const [place, from] = (
    [
      [venue, 'venue'],
      [textIn(isRecord(kept) ? kept['name'] : kept), 'publicationVenue'],
      [textIn(isRecord(journal) ? journal['name'] : journal), 'journal'],
    ] as const
  ).find(([name]) => name !== undefined) ?? [undefined, undefined];
  return [place, from];
}

function fieldsOf(take: Taker): string[] {
  const fields = wordsIn(take.raw('fieldsOfStudy'));
  if (fields.length > 0) return fields;
  const given = take.raw('s2FieldsOfStudy', 's2fieldsofstudy');
  const names = Array.isArray(given)
    ? given.map((one: unknown) => (isRecord(one) ? textIn(one['category']) : undefined))
    : [];
  return [...new Set(names.filter((name) => name !== undefined))];
}
