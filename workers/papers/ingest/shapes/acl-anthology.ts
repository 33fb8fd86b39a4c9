import { isRecord } from '../../../base/input/record.js';
import { namesIn } from '../authors.js';
import { conferenceNamed } from '../conferences.js';
import {
  addressIn,
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

const site = 'https://aclanthology.org';

/** The ACL Anthology: its XML (a `paper` with the data of its volume) and the JSON of its pages. */
export const aclAnthology: Shape = {
  name: 'ACL Anthology',
  fits: (record) =>
    'title' in record &&
    (record['@tag'] === 'paper' ||
      (('bibkey' in record || 'acl_id' in record || 'anthology_id' in record || 'parent_volume_id' in record) &&
        !('conference' in record))),
  read(record) {
    const take = new Taker(record, true);
    const volume = isRecord(record['@volume']) ? record['@volume'] : {};
    const id = idOf(take, volume);
    const urlText = take.text('url');
    const url = addressIn(urlText) ?? (id === undefined ? undefined : `${site}/${id}/`);
    const pdf = addressIn(take.raw('pdf')) ?? (id === undefined ? undefined : `${site}/${id}.pdf`);
    const award = [take.raw('award', 'awards')]
      .flat()
      .map(textIn)
      .find((one) => one !== undefined);
    const [conference, from] = conferenceOf(take, volume);
    const draft = draftOf({
      title: inOneLine(take.readable('title')),
      authors: namesIn(take.raw('author', 'authors')),
      abstract: inOneLine(take.readable('abstract', 'abstract_raw', 'abstract_html')),
      year: take.raw('year') ?? volume['year'],
      conference,
      session: textIn(volume['@id']) ?? take.text('track'),
      original_id: id ?? take.text('bibkey'),
      award,
      keywords: take.list('keywords'),
      paper_pdf_url: pdf,
      url,
      doi: doiIn(take.raw('doi')),
      links: linksOf({ video: videoOf(take.raw('video')) }, [url, pdf]),
    });
    take.raw('@tag', '@volume', '@id', 'bibkey', 'pages');
    return { draft, conferenceFrom: from, guess: guessOf(), used: take.used };
  },
};

/** `2020.emnlp-main.1`, or `P19-1001` in the older form. */
function idOf(take: Taker, volume: Raw): string | undefined {
  const given = take.text('anthology_id', 'acl_id') ?? /^[\w.]+-[\w.]+$/.exec(take.text('url') ?? '')?.[0];
  if (given !== undefined) return given;
  const paged = /aclanthology\.org\/([\w.-]+?)\/?$/.exec(take.text('url') ?? '')?.[1];
  if (paged !== undefined) return paged;
  const [collection, name, number] = [textIn(volume['@collection']), textIn(volume['@id']), take.text('@id')];
  if (collection === undefined || name === undefined || number === undefined) return undefined;
  return collection.includes('.') ? `${collection}-${name}.${number}` : undefined;
}

function conferenceOf(take: Taker, volume: Raw): [string | undefined, string] {
  const venues = [take.raw('venue'), volume['venue']].flat().map(textIn);
  const known = venues.map((venue) => conferenceNamed(venue ?? '')).find((name) => name !== undefined);
  if (known !== undefined) return [known, 'venue'];
  const title = take.readable('booktitle') ?? textIn(volume['booktitle']);
  if (title !== undefined) return [inOneLine(title), 'booktitle'];
  return [venues.find((venue) => venue !== undefined) ?? take.text('journal'), 'venue'];
}

const videoOf = (video: unknown): unknown => {
  const first = [video].flat()[0];
  return isRecord(first) ? (first['@href'] ?? first['url']) : first;
};
