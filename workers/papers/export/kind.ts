/** Guesses the kind of a paper from the name of its venue, because papers have no field for it. */
import { conferenceNamed } from '../ingest/conferences.js';
import type { Paper } from '../types.js';
import { seriesOf } from '../venues/series-of.js';

/** The import gives these venues to papers that have none (`../ingest/shapes/venue-of-type.ts`). */
const kindsByPlaceholder = {
  'Conference paper': 'talk',
  'Journal article': 'article',
  Preprint: 'unpublished',
  Thesis: 'thesis',
  Book: 'book',
  Report: 'report',
  'Web page': 'webpage',
  Dataset: 'dataset',
  Software: 'software',
  Patent: 'patent',
  Presentation: 'presentation',
  Other: 'other',
} as const;

export type PaperKind = (typeof kindsByPlaceholder)[keyof typeof kindsByPlaceholder] | 'preprint';

const isPlaceholder = (conference: string): conference is keyof typeof kindsByPlaceholder =>
  Object.hasOwn(kindsByPlaceholder, conference);

const preprints = /\b(arxiv|corr|biorxiv|medrxiv|preprints?|ssrn)\b/i;
const meetings = new RegExp(
  '\\b(conf|conferences?|workshops?|symp|symposium|symposia|meetings?|congress|colloquium|tagung|kongress|konferenz|' +
    'conférence|colloque|lecture notes)\\b|^(pmlr|findings of)\\b',
  'i',
);
const proceedings = /\b(proceedings|proc)\b/i;
/** Journals that are called proceedings: of academies, societies and the like. */
const journalProceedings = new RegExp(
  '\\b(academy|acad|society|soc|institution|institute|geologists|acm on|biol sci|mayo clin\\w*|transplantation|' +
    'transplant)\\b|\\bieee(?: *\\([^)]*\\))?$',
  'i',
);
const journals = /\b(journal|transactions|letters|magazine|bulletin|forum|record|explorations|chemistry)\b/i;
const journalSeries: ReadonlySet<string> = new Set(['JMLR', 'TMLR', 'TACL', 'TPAMI']);

export function kindOf({ conference }: Paper): PaperKind {
  if (isPlaceholder(conference)) return kindsByPlaceholder[conference];
  if (preprints.test(conference)) return 'preprint';
  return isTalk(conference) ? 'talk' : 'article';
}

/** Returns the name of the venue; nothing for a paper whose kind is all that is known. */
export const placeOf = ({ conference }: Paper): string => (isPlaceholder(conference) ? '' : conference);

/** Some names are known without their blanks only: "ACM MM". */
const isConference = (name: string): boolean =>
  conferenceNamed(name) !== undefined || conferenceNamed(name.replace(/\s/g, '')) !== undefined;

function isTalk(conference: string): boolean {
  const series = seriesOf(conference);
  if (journalSeries.has(series)) return false;
  if (series !== conference || meetings.test(conference) || isConference(series)) return true;
  if (proceedings.test(conference)) return !journalProceedings.test(conference);
  // "NeurIPS Datasets and Benchmarks", but not "SIGIR Forum".
  const [first = ''] = conference.split(/[\s:,'’(-]/);
  return conferenceNamed(first) === first && !journals.test(conference);
}
