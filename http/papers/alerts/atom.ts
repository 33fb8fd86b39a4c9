/** New papers as an Atom feed (RFC 4287). Pure. */
import { createHash } from 'node:crypto';
import { say } from '../../../workers/base/language/sentence.js';
import { venueOf } from '../../../workers/base/text/venue-of.js';
import { html, webAddress, type Html } from '../../response/html.js';
import { searchName } from './search-name.js';
import type { KeptSearch, NewPaperView } from './service.js';

export interface AtomParts {
  /** The address of this service, without a slash at the end. */
  address: string;
  /** The search that the feed is about; undefined for all of them. */
  search: KeptSearch | undefined;
  /** Newest first. */
  entries: readonly NewPaperView[];
}

export function atomOf({ address, search, entries }: AtomParts): Html {
  const query = search === undefined ? '' : `?${new URLSearchParams({ id: search.id }).toString()}`;
  const title = search === undefined ? say('alerts.title') : plain(searchName(search));
  const updated = entries[0]?.added_at ?? search?.kept_at ?? new Date(0).toISOString();
  return html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${idOf(search?.id ?? `${address}/papers/alerts`)}</id>
<title>${title}</title>
<updated>${updated}</updated>
<generator>Tonstift</generator>
<link rel="self" type="application/atom+xml" href="${webAddress(`${address}/papers/alerts.atom${query}`)}"/>
<link rel="alternate" type="text/html" href="${webAddress(`${address}/papers/alerts${query}`)}"/>
${entries.map((one) => entry(address, one))}</feed>
`;
}

function entry(address: string, { paper, added_at: at }: NewPaperView): Html {
  const { uid, title, authors, abstract, keywords = [], conference } = paper;
  const page = webAddress(`${address}/papers/paper?${new URLSearchParams({ uid }).toString()}`);
  // An entry needs an author.
  const names = authors.length > 0 ? authors : [conference];
  const elsewhere = webAddress(paper.url) ?? webAddress(paper.paper_pdf_url);
  return html`<entry>
<id>${idOf(`paper ${uid}`)}</id>
<title>${plain(title)}</title>
<updated>${at}</updated>
<link rel="alternate" type="text/html" href="${page}"/>
${elsewhere !== undefined && html`<link rel="related" href="${elsewhere}"/>`}
${names.map((name) => html`<author><name>${plain(name)}</name></author>`)}
${[venueOf(paper), ...keywords].map((term) => html`<category term="${plain(term)}"/>`)}
<summary>${plain(abstract)}</summary>
</entry>
`;
}

/** The same name always has the same id, as a UUID of names has. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(`tonstift ${name}`).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

/** Without the characters that XML does not allow. */
const plain = (text: string): string =>
  text.toWellFormed().replace(/[^\t\n\r\u0020-\uffff\u{10000}-\u{10ffff}]|[\ufffe\uffff]/gu, '');
