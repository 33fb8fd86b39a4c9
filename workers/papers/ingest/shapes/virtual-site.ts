/** The sites of NeurIPS, ICML, ICLR and others. */
import { isRecord } from '../../../base/input/record.js';
import { conferenceNamed, conferenceOfHost } from '../conferences.js';
import { firstOf, type Found, type Shape, type Taker } from './shape.js';
import {
  addressIn,
  linksOf,
  listOf,
  plainIn,
  plainWordsIn,
  recordIn,
  some,
  textIn,
  yearIn,
  type Raw,
} from './values.js';

export const virtualSite: Shape = {
  // NeurIPS, ICML, ICLR and others publish `{"results": [{"name", "authors": [{"fullname"}]}]}`.
  name: 'virtual site',
  fits: (record) => 'name' in record && !('title' in record) && Array.isArray(record['authors']),
  prepare: (record) => ({ ...record, '@media': mediaIn(record['eventmedia'], siteOf(record)) }),
  host: siteOf,
  title: ['name', plainIn],
  authors: 'authors',
  abstract: 'abstract',
  year: (take) => take.found('year') ?? yearInSite(take.record),
  conference: (take) => take.found('conference') ?? conferenceInSite(take.record),
  session: ['session eventtype', plainIn],
  decision: 'decision',
  award: 'award awards',
  original_id: 'id uid sourceid',
  keywords: (take) => take.found('keywords', (value) => some(plainWordsIn(value)))?.value ?? topicInSite(take),
  poster_position: 'poster_position',
  room_name: ['room_name', plainIn],
  starttime: 'starttime',
  endtime: 'endtime',
  paper_pdf_url: (take) => take.address('paper_pdf_url pdf_url') ?? take.raw('@media.pdf'),
  poster_image_url: (take) => take.address('poster_image_url') ?? take.raw('@media.poster'),
  url: (take) => take.address('paper_url url virtualsite_url sourceurl') ?? take.raw('@media.openreview'),
  doi: 'doi',
  links: (take) => linksInSite(take),
  ignored: 'eventmedia',
};

/** One keyword, such as "Deep Learning → Theory". */
const topicInSite = (take: Taker): string[] =>
  [take.plain('topic')]
    .filter((topic) => topic !== undefined)
    .map((topic) =>
      topic
        .split('->')
        .map((part) => part.trim())
        .join(' → '),
    );

/** Finds the site's host in an address: of the authors, or of the site's own files. */
function siteOf(record: Raw): string {
  const addresses = listOf(record['authors']).map((author) => textIn(recordIn(author)['url']));
  const found = [...addresses, textIn(record['virtualsite_url'])]
    .map((address) => /^https?:\/\/((?:[\w-]+\.)*[\w-]+\.cc)(?=\/)/i.exec(address ?? '')?.[1])
    .find((host) => host !== undefined);
  return found === undefined ? '' : `https://${found}`;
}

/** Returns PDF, poster, slides and other media by name. */
function mediaIn(media: unknown, host: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const one of Array.isArray(media) ? media.filter(isRecord) : []) {
    const name = (textIn(one['name']) ?? textIn(one['type']) ?? '').toLowerCase().replace(/[^a-z]+/g, '');
    const address = addressIn(one['uri'], host) ?? addressIn(one['url'], host) ?? addressIn(one['file'], host);
    if (address !== undefined && name !== '') found[name] ??= address;
  }
  return found;
}

/** "https://openreview.net/group?id=NeurIPS.cc/2023/Conference". */
const groupOf = (record: Raw): RegExpExecArray | null =>
  /[?&]id=([A-Za-z]+)\.cc\/(\d{4})/.exec(textIn(record['sourceurl']) ?? '');

const yearInSite = (record: Raw): Found | undefined =>
  firstOf(
    ['sourceurl', yearIn(groupOf(record)?.[2])],
    ['virtualsite_url', yearIn(/\/virtual\/(\d{4})\//.exec(textIn(record['virtualsite_url']) ?? '')?.[1])],
    ['starttime', yearIn(record['starttime'])],
  );

const conferenceInSite = (record: Raw): Found | undefined =>
  firstOf(
    ['sourceurl', conferenceNamed(groupOf(record)?.[1] ?? '')],
    ['authors', conferenceOfHost(siteOf(record).replace(/^https?:\/\//, ''))],
  );

const linksInSite = (take: Taker): string | undefined =>
  linksOf({ ...recordIn(take.record['@media']), site: take.address('virtualsite_url') }, [
    take.address('paper_url url virtualsite_url sourceurl'),
    take.address('paper_pdf_url pdf_url'),
  ]);
