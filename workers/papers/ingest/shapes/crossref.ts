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
  yearIn,
  type Shape,
} from './shape.js';

/** Works of Crossref (`message.items`), and similar CSL-JSON of Zotero and others. */
export const crossref: Shape = {
  name: 'Crossref',
  fits: (record) =>
    'title' in record &&
    ('container-title' in record || 'issued' in record || 'published' in record || 'event' in record) &&
    ('DOI' in record || 'type' in record || 'URL' in record),
  read(record) {
    const take = new Taker(record);
    const doi = doiIn(take.raw('DOI'));
    const url = addressIn(take.raw('URL')) ?? addressOfDoi(doi);
    const pdf = pdfOf(take.raw('link'));
    const event = take.raw('event');
    const title = inOneLine(take.readable('title'));
    const subtitle = inOneLine(take.readable('subtitle'));
    const dates = ['published', 'issued', 'published-print', 'published-online', 'event-date', 'created'];
    const dated = dates.find((key) => yearIn(record[key]) !== undefined);
    const container = take.readable('container-title');
    const draft = draftOf({
      title: subtitle === undefined || title === undefined ? title : `${title}: ${subtitle}`,
      authors: namesIn(take.raw('author')),
      abstract: take.readable('abstract')?.replace(/^(abstract|summary)\s*\n/i, ''),
      year: dated === undefined ? undefined : yearIn(take.raw(dated)),
      conference:
        container ?? textIn(isRecord(event) ? event['name'] : event) ?? take.text('event-title', 'group-title'),
      original_id: take.text('id'),
      keywords: take.list('subject', 'keyword'),
      paper_pdf_url: pdf,
      url,
      doi,
      links: linksOf({ resource: resourceOf(take.raw('resource')), doi: addressOfDoi(doi) }, [url, pdf]),
    });
    return {
      draft: draft.original_id === undefined && doi !== undefined ? { ...draft, original_id: doi } : draft,
      ...(dated === undefined ? {} : { yearFrom: dated }),
      conferenceFrom: container === undefined ? 'event' : 'container-title',
      guess: guessOf(),
      used: take.used,
    };
  },
};

function pdfOf(links: unknown): string | undefined {
  const found = [links].flat().filter(isRecord);
  const pdf = found.find(
    (link) => /pdf/i.test(textIn(link['content-type']) ?? '') || /\.pdf($|\?)/i.test(textIn(link['URL']) ?? ''),
  );
  return addressIn(pdf?.['URL']);
}

const resourceOf = (resource: unknown): unknown =>
  isRecord(resource) && isRecord(resource['primary']) ? resource['primary']['URL'] : undefined;
