/** Tagged formats: how reference managers and databases write a record as lines with tags. */

export interface Dialect {
  /** Matches a line that begins a field. Its groups are the tag and the text. */
  field: RegExp;
  /** The first tag of each record. */
  first: string;
  /** The last tag of each record, if the format has one. */
  last?: string;
  /** Tags that a database writes after the end of a record. */
  after?: ReadonlySet<string>;
  /** Tags whose further lines are separate values. For other tags a further line continues the text. */
  listed: ReadonlySet<string>;
  /** The listed tag whose indented lines continue the text of the line above, if it has one. */
  wrapped?: string;
}

/** RIS: `TY  - CONF`. Some publishers omit blanks, and Ovid repeats the journal (`NL`) after the end. */
const ris: Dialect = {
  field: /^\s*([A-Z][A-Z\d])\s{0,3}-(?:\s(.*))?$/s,
  first: 'TY',
  last: 'ER',
  after: new Set(['NL']),
  listed: new Set(['KW', 'UR']),
  wrapped: 'KW',
};

/** PubMed (.nbib): `FAU - Lovelace, Ada` (https://www.nlm.nih.gov/bsd/mms/medlineelements.html). */
const pubmed: Dialect = { field: /^([A-Z]{2,4})\s{0,2}-(?: (.*))?$/s, first: 'PMID', listed: new Set() };

/** Web of Science (.txt, .ciw): `AF Lovelace, Ada`, one further author per line. */
const webOfScience: Dialect = {
  field: /^([A-Z][A-Z\d])(?: (.*))?$/s,
  first: 'PT',
  last: 'ER',
  listed: new Set(['AU', 'AF', 'BA', 'BE', 'BF', 'ED', 'C1', 'CR']),
};

/**
 * EndNote's export (.enw), also used by Google Scholar and the ACL Anthology: `%A Lovelace, Ada`. Repositories of
 * bepress begin a record with its title (`%T`).
 */
const endNote: Dialect = { field: /^(%\S)(?:\s(.*))?$/s, first: '%0', listed: new Set(['%K', '%U']), wrapped: '%K' };

/** RefWorks, also of HighWire's sites such as bioRxiv: `A1 Lovelace, Ada`. */
const refWorks: Dialect = { field: /^([A-Z][A-Z\d])(?: (.*))?$/s, first: 'RT', listed: new Set() };

/** The Cochrane Library: `AU: Lovelace A`, and above each record `Record #1 of 3`. */
const cochrane: Dialect = {
  field: /^(Record(?= #)|DOI(?=:)|[A-Z]{2}(?=:))(?: #\d+ of \d+|: ?(.*))$/s,
  first: 'Record',
  listed: new Set(),
};

/** Detects the format by the first lines, without leading blanks. Returns undefined if they have no tags. */
export function dialectOf(text: string): Dialect | undefined {
  if (/^TY\s{0,3}-/.test(text)) return ris;
  if (/^PMID\s{0,2}- /.test(text)) return pubmed;
  if (/^OWN\s{0,2}- ERIC\s/.test(text)) return { ...pubmed, first: 'OWN' };
  if (/^RT [A-Z][^\n]*\n[A-Z][A-Z\d] /.test(text)) return refWorks;
  if (/^Record #\d+ of \d+\s+[A-Z]{2}: /.test(text)) return cochrane;
  if (/^FN [^\n]*\n\s*VR |^PT [A-Z]\r?\n/.test(text)) return webOfScience;
  const [, first] = /^(%0|%T(?= [^\n]*\n%[A-Z\d] ))\s/.exec(text) ?? [];
  return first === undefined ? undefined : { ...endNote, first };
}

/** The format of a file whose first lines do not show it: a RIS file may begin with a publisher's text. */
export const usualDialect = ris;
