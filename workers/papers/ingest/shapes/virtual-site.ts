import { isRecord } from '../../../base/input/record.js';
import { namesIn } from '../authors.js';
import { conferenceNamed, conferenceOfHost } from '../conferences.js';
import {
  addressIn,
  doiIn,
  draftOf,
  firstOf,
  guessOf,
  linksOf,
  Taker,
  textIn,
  yearIn,
  type Raw,
  type Shape,
} from './shape.js';

/** The virtual sites of NeurIPS, ICML, ICLR and others: `{"results": [{"name", "authors": [{"fullname"}]}]}`. */
export const virtualSite: Shape = {
  name: 'virtual site',
  fits: (record) => 'name' in record && !('title' in record) && Array.isArray(record['authors']),
  read(record) {
    const take = new Taker(record);
    const host = hostOf(record);
    const url = addressIn(take.raw('paper_url', 'url', 'virtualsite_url', 'sourceurl'), host);
    const pdf = addressIn(take.raw('paper_pdf_url', 'pdf_url'), host);
    const media = mediaOf(take.raw('eventmedia'), host);
    const topic = take.readable('topic');
    const keywords = take.list('keywords');
    const draft = draftOf({
      title: take.readable('name'),
      authors: namesIn(take.raw('authors')),
      abstract: take.readable('abstract'),
      year: take.raw('year'),
      conference: take.raw('conference'),
      session: take.readable('session', 'eventtype'),
      decision: take.text('decision'),
      award: take.text('award', 'awards'),
      original_id: take.text('id', 'uid', 'sourceid'),
      keywords: keywords.length > 0 || topic === undefined ? keywords : [topic.replace(/\s*->\s*/g, ' → ')],
      poster_position: take.text('poster_position'),
      room_name: take.readable('room_name'),
      starttime: take.text('starttime'),
      endtime: take.text('endtime'),
      paper_pdf_url: pdf ?? media['pdf'],
      poster_image_url: addressIn(take.raw('poster_image_url'), host) ?? media['poster'],
      url: url ?? media['openreview'],
      doi: doiIn(take.raw('doi')),
      links: linksOf({ ...media, site: addressIn(take.raw('virtualsite_url'), host) }, [url, pdf]),
    });
    const source = take.text('sourceurl') ?? '';
    const [, group, groupYear] = /[?&]id=([A-Za-z]+)\.cc\/(\d{4})/.exec(source) ?? [];
    const at = /\/virtual\/(\d{4})\//.exec(textIn(record['virtualsite_url']) ?? '')?.[1];
    const year = firstOf(
      ['sourceurl', yearIn(groupYear)],
      ['virtualsite_url', yearIn(at)],
      ['starttime', yearIn(record['starttime'])],
    );
    const conference = firstOf(
      ['sourceurl', conferenceNamed(group ?? '')],
      ['authors', conferenceOfHost(host.replace(/^https?:\/\//, ''))],
    );
    const { year: saidYear, conference: saidConference } = draft;
    return {
      draft: {
        ...draft,
        ...(saidYear === undefined && year !== undefined ? { year: year.value } : {}),
        ...(saidConference === undefined && conference !== undefined ? { conference: conference.value } : {}),
      },
      ...(saidYear === undefined && year !== undefined ? { yearFrom: year.from } : {}),
      ...(saidConference === undefined && conference !== undefined ? { conferenceFrom: conference.from } : {}),
      guess: guessOf(),
      used: take.used,
    };
  },
};

/** Finds the site's host in an address: of the authors, or of the site's own files. */
function hostOf(record: Raw): string {
  const authors = record['authors'] as unknown[];
  const addresses = authors.map((author) => (isRecord(author) ? textIn(author['url']) : undefined));
  const found = [...addresses, textIn(record['virtualsite_url'])]
    .map((address) => /^https?:\/\/((?:[\w-]+\.)*[\w-]+\.cc)(?=\/)/i.exec(address ?? '')?.[1])
    .find((host) => host !== undefined);
  return found === undefined ? '' : `https://${found}`;
}

/** Returns PDF, poster, slides and other media by name. */
function mediaOf(media: unknown, host: string): Record<string, string> {
  if (!Array.isArray(media)) return {};
  const found: Record<string, string> = {};
  for (const one of media as unknown[]) {
    if (!isRecord(one)) continue;
    const name = (textIn(one['name']) ?? textIn(one['type']) ?? '').toLowerCase().replace(/[^a-z]+/g, '');
    const address = addressIn(one['uri'], host) ?? addressIn(one['url'], host) ?? addressIn(one['file'], host);
    if (address !== undefined && name !== '') found[name] ??= address;
  }
  return found;
}
