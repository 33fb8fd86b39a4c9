/** The links of a paper: its PDF, its page, its DOI and the further addresses. */
import { addressOfDoi } from '../../../workers/base/text/doi-address.js';
import { labelledAddresses } from '../../../workers/base/text/labelled-addresses.js';
import type { Paper } from '../../../workers/papers/types.js';
import { html, path, webAddress, type Html, type Path } from '../../response/html.js';

/**
 * Names of archives in addresses, and how people write them. Maps, because a host or label may be `constructor`, which
 * every object has.
 */
const archives: ReadonlyMap<string, string> = new Map(
  Object.entries({ 'arxiv.org': 'arXiv', 'openreview.net': 'OpenReview', 'aclanthology.org': 'ACL Anthology' }),
);
const labels: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ doi: 'DOI', arxiv: 'arXiv', acl: 'ACL Anthology', anthology: 'ACL Anthology', openreview: 'OpenReview' },
    ...{ pubmed: 'PubMed', dblp: 'DBLP' },
  }),
);

/** The page of a paper in this program. */
export const pageOf = (uid: string): Path => path(`/papers/paper?${new URLSearchParams({ uid }).toString()}`);

/** False without links. The same address is shown once. */
export function linksOf({ paper_pdf_url: pdf, url, doi, links = '' }: Paper): Html | false {
  const all = [
    { label: 'PDF', address: pdf },
    { label: 'DOI', address: addressOfDoi(doi) ?? doi },
    { label: hostOf(url), address: url },
    ...labelledAddresses(links).map(({ label, address }) => ({
      label: labels.get(label.toLowerCase()) ?? label,
      address,
    })),
  ];
  const shown = new Map<string, Html>();
  for (const { label, address: given } of all) {
    const address = webAddress(given);
    if (address === undefined || shown.has(address.text)) continue;
    shown.set(address.text, html`<a href="${address}" rel="noreferrer">${label}</a>`);
  }
  return (
    shown.size > 0 && html`<p class="quiet links">${[...shown.values()].map((one, n) => [n > 0 && ' · ', one])}</p>`
  );
}

function hostOf(url: string | undefined): string {
  const host = url !== undefined && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
  return archives.get(host) ?? host;
}
