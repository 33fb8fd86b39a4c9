/** How reference programs and databases write a record in lines, each with a tag. */

export interface Dialect {
  /** A line that begins a field; its groups are the tag and the text. */
  field: RegExp;
  /** The tag that each record begins with. */
  first: string;
  /** The one that it ends with, where there is one. */
  last?: string;
  /** Tags of which each further line is another value; of all others it is more of the text. */
  listed: ReadonlySet<string>;
}

/** RIS: `TY  - CONF`; some publishers leave blanks out. */
const ris: Dialect = {
  field: /^\s*([A-Z][A-Z\d])\s{0,3}-(?:\s(.*))?$/s,
  first: 'TY',
  last: 'ER',
  listed: new Set(),
};

/** PubMed (.nbib): `FAU - Lovelace, Ada` (https://www.nlm.nih.gov/bsd/mms/medlineelements.html). */
const pubmed: Dialect = { field: /^([A-Z]{2,4})\s{0,2}-(?: (.*))?$/s, first: 'PMID', listed: new Set() };

/** Web of Science (.txt, .ciw): `AF Lovelace, Ada`, the next author in the next line. */
const webOfScience: Dialect = {
  field: /^([A-Z][A-Z\d])(?: (.*))?$/s,
  first: 'PT',
  last: 'ER',
  listed: new Set(['AU', 'AF', 'BA', 'BE', 'BF', 'ED', 'C1', 'CR']),
};

/** EndNote's export (.enw), which Google Scholar and the ACL Anthology have, too: `%A Lovelace, Ada`. */
const endNote: Dialect = { field: /^(%\S)(?:\s(.*))?$/s, first: '%0', listed: new Set(['%K']) };

/** By the first lines, without blanks before them; undefined where they have no tags. */
export function dialectOf(text: string): Dialect | undefined {
  if (/^TY\s{0,3}-/.test(text)) return ris;
  if (/^PMID\s{0,2}- /.test(text)) return pubmed;
  if (/^FN [^\n]*\n\s*VR |^PT [A-Z]\r?\n/.test(text)) return webOfScience;
  return /^%0\s/.test(text) ? endNote : undefined;
}

/** As which a file is read whose first lines tell nothing: a RIS file may begin with words of its publisher. */
export const usualDialect = ris;
