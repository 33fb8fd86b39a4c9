/**
 * Identifiers by which one paper is recognized in the lists of several sources, as `kind:value`. They are read from the
 * paper's own fields, so that a stored paper always has those that its row shows.
 *
 * doi         in lower case, without the resolver; no placeholders
 * arxiv       without the version; also the DOIs that arXiv gives
 * acl         of the ACL Anthology; also the DOIs that it gives
 * openreview  the id of a forum
 * pubmed      the number
 * dblp        the key, such as conf/acl/Lovelace20
 */
import { doiAddress } from '../../base/text/doi-address.js';
import { labelledAddresses } from '../../base/text/labelled-addresses.js';
import { percentDecoded } from '../../base/text/percent-decoded.js';
import { doiIn } from '../ingest/shapes/values.js';
import type { Paper } from '../types.js';

type Source = Pick<Paper, 'doi' | 'url' | 'paper_pdf_url' | 'links' | 'original_id'>;

const arxivId = /^(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf)?$/i;
const aclId = /^(\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+|[a-z]\d{2}-\d{4})$/i;
const dblpKey = /^(?:DBLP:)?((?:conf|journals|books|series|phd|reference)\/[^/\s]+\/[^/\s]+)$/;

/** The kinds with the addresses that contain them. The first group is the value. */
const addresses: readonly (readonly [kind: string, address: RegExp, form?: RegExp])[] = [
  ['doi', /^https?:\/\/(?:dx\.)?doi\.org\/(10\.\d{4,}\/.+)$/i],
  ['arxiv', /^https?:\/\/(?:www\.|export\.)?arxiv\.org\/(?:abs|pdf|html)\/(.+)$/i, arxivId],
  ['openreview', /^https?:\/\/openreview\.net\/(?:forum|pdf|attachment)\?id=([\w-]+)/i],
  ['pubmed', /^https?:\/\/(?:pubmed\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov\/pubmed)\/(\d+)\/?$/i],
  ['acl', /^https?:\/\/(?:www\.)?(?:aclanthology\.(?:org|info)|aclweb\.org\/anthology)\/(.+?)(?:\.pdf)?\/?$/i, aclId],
  ['dblp', /^https?:\/\/dblp\.(?:org|uni-trier\.de)\/rec\/(?:html\/)?(.+?)(?:\.html)?$/i, dblpKey],
];

/** The DOIs of sources that also have their own identifiers. */
const doisOfSources = [
  ['arxiv', /^10\.48550\/arxiv\.(.+)$/i, arxivId],
  ['acl', /^10\.(?:18653\/v1|3115\/v1)\/(.+)$/i, aclId],
] as const;

/** The labels in `links` whose address identifies the paper. That of its code or its series belongs to others, too. */
const labels = new Set(['doi', 'arxiv', 'acl', 'anthology', 'openreview', 'pubmed', 'dblp']);

const longestDoi = 500;
/** Matches the DOI of a template that was not filled in: 10.1145/nnnnnnn.nnnnnnn. */
const isPlaceholder = (doi: string): boolean => /[/._-]([nx])\1{3,}(?:$|[/._-])/i.test(doi);

/** The others have capitals that count. */
const isCaseless = (kind: string): boolean => ['doi', 'arxiv', 'acl'].includes(kind);

/** Without duplicates. */
export function identifiersOf(paper: Source): string[] {
  const found = new Set<string>();
  const add = (kind: string, value: string): void =>
    void found.add(`${kind}:${isCaseless(kind) ? value.toLowerCase() : value}`);
  const addDoi = (text: string): void => {
    const doi = plainDoi(text);
    if (doi === undefined) return;
    for (const [kind, form, id] of doisOfSources) {
      const value = id.exec(form.exec(doi)?.[1] ?? '')?.[1];
      if (value !== undefined) add(kind, value);
      if (value !== undefined && kind === 'arxiv') return;
    }
    add('doi', doi);
  };
  addDoi(doiIn(paper.doi) ?? '');
  const links = labelledAddresses(paper.links ?? '').filter(({ label }) => labels.has(label.toLowerCase()));
  for (const address of [paper.url ?? '', paper.paper_pdf_url ?? '', ...links.map((link) => link.address)])
    for (const [kind, form, id] of addresses) {
      const [, part] = form.exec(address) ?? [];
      const value = id === undefined ? part : id.exec(part ?? '')?.[1];
      if (value === undefined) continue;
      if (kind === 'doi') addDoi(percentDecoded(value));
      else add(kind, value);
    }
  const [, key] = dblpKey.exec(String(paper.original_id ?? '')) ?? [];
  if (key !== undefined) add('dblp', key);
  return [...found];
}

/** Returns the identifiers if the text is nothing else: a DOI, an arXiv id, the key of DBLP, or an address of one. */
export function identifiersIn(text: string): string[] {
  if (/\s/.test(text.trim().replace(/^(?:arxiv|doi):\s*/i, ''))) return [];
  const arxiv = `https://arxiv.org/abs/${text.replace(/^arxiv:\s*/i, '')}`;
  return identifiersOf({ doi: text, url: text, paper_pdf_url: arxiv, original_id: text });
}

/** Returns the paper's own DOI as an identifier; undefined also for that of a preprint. */
export const ownDoi = ({ doi }: Source): string | undefined =>
  identifiersOf({ doi }).find((identifier) => identifier.startsWith('doi:'));

/** Returns the DOI without punctuation at its end. */
function plainDoi(text: string): string | undefined {
  if (text.length > longestDoi) return undefined;
  let end = text.length;
  while (end > 0 && '.,;?#'.includes(text.charAt(end - 1))) end--;
  const doi = text.slice(0, end);
  return /^10\.\d{4,}\/\S+$/.test(doi) && !isPlaceholder(doi) ? doi : undefined;
}

const addressOf: Readonly<Record<string, (value: string) => string>> = {
  doi: doiAddress,
  arxiv: (value) => `https://arxiv.org/abs/${value}`,
  openreview: (value) => `https://openreview.net/forum?id=${value}`,
  pubmed: (value) => `https://pubmed.ncbi.nlm.nih.gov/${value}/`,
  acl: (value) => `https://aclanthology.org/${value}`,
  dblp: (value) => `https://dblp.org/rec/${value}`,
};

/** Returns the identifier as an address with its label, for `links`. */
export function linkOf(identifier: string): string {
  const at = identifier.indexOf(':');
  const [kind, value] = [identifier.slice(0, at), identifier.slice(at + 1)];
  return `${kind} ${addressOf[kind]?.(value) ?? value}`;
}
