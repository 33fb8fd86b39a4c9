import { isRecord } from '../../../base/input/record.js';
import { aclAnthology } from './acl-anthology.js';
import { arxivSnapshot, atomEntry } from './arxiv.js';
import { bibtex } from './bibtex.js';
import { crossref } from './crossref.js';
import { dblp } from './dblp.js';
import { openAlex } from './openalex.js';
import { openReview } from './openreview.js';
import { papercopilot } from './papercopilot.js';
import { ours, plain } from './plain.js';
import { ris } from './ris.js';
import { semanticScholar } from './semantic-scholar.js';
import type { Raw, Shape } from './shape.js';
import { endNote, endNoteXml } from './endnote.js';
import { ieee, miniConf, scopus, zotero } from './tables.js';
import { pubmed, pubmedTable, pubmedXml } from './pubmed.js';
import { virtualSite } from './virtual-site.js';
import { webOfScience } from './web-of-science.js';

/** Tried in this order. The first shape that fits reads the record. */
const shapes: readonly Shape[] = [
  ...[pubmed, pubmedXml, pubmedTable, webOfScience, endNote, endNoteXml],
  ...[bibtex, ris, atomEntry, aclAnthology, openReview, dblp, zotero, ieee, openAlex, semanticScholar],
  ...[arxivSnapshot, papercopilot, scopus, miniConf, ours, crossref, virtualSite, plain],
];

/** Returns the shape of a record; undefined if none fits. */
export function shapeOf(record: unknown): { shape: Shape; record: Raw } | undefined {
  if (!isRecord(record)) return undefined;
  const shape = shapes.find((one) => one.fits(record));
  return shape === undefined ? undefined : { shape, record };
}
