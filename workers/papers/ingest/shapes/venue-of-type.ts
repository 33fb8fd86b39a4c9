/** The venue of a record that names no conference or journal: the kind of its work. */
import { textIn, type Raw } from './values.js';

/** By type, without signs, as BibTeX, RIS, Zotero, CSL, Crossref, OpenAlex, EndNote and others name it. */
const venues: readonly (readonly [string, RegExp])[] = [
  ['Proceedings', /^(mv)?proceedings$/],
  ['Preprint', /preprint|postedcontent|unpublished|^unpb$|manuscript|manscpt|workingpaper|^inpr$|submitted/],
  ['Thesis', /thes[ie]s|^thes$|dissertation/],
  ['Dataset', /^data$|data(set|base|paper)/],
  ['Software', /software|computerprogram|^comp$/],
  ['Patent', /patent|^pat$/],
  ['Web page', /webpage|website|^web|online|^elec$|electronic$|^www$|blog|internet/],
  ['Presentation', /presentation|speech|slide|lecture|talk|poster/],
  ['Report', /report|^rprt$|govdoc|^stand|manual|whitepaper/],
  ['Conference paper', /conf|proceeding|^cpaper$/],
  ['Book', /book|chap|monograph|collection|reference|encyc|dict/],
  ['Journal article', /article|jour|review|editorial|letter|mgzn|news/],
];

const arxiv = new RegExp(
  String.raw`(?:arxiv\.org/(?:abs|pdf)/|\barxiv[:.]\s?)(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})|` +
    String.raw`^arxiv(?:\.org| e-prints)?$`,
  'i',
);
/** Servers of preprints, where a record names one as its publisher. */
const server = /^[\w. -]{0,30}(?:rxiv|ssrn|osf|research square|preprints\.org|authorea|zenodo)\b[\w. -]{0,20}$/i;

/** The longest text in which an address or a server is looked for. */
const longestNote = 500;

/** Returns undefined for a record without a type that is not on arXiv. */
export function venueOfType(type: string | undefined, record: Raw, draft: Raw): string | undefined {
  const kind = (type ?? '')
    .toLowerCase()
    .replace(/^info:eu-repo\/semantics\//, '')
    .replace(/[^a-z]/g, '');
  const venue = venues.find(([, fits]) => fits.test(kind))?.[0];
  const notes = Object.entries({ ...record, ...draft }).flatMap(([key, value]) => {
    const text = /title|abstract/i.test(key) ? undefined : textIn(value);
    return text === undefined || text.length > longestNote ? [] : [text];
  });
  const isPaper = venue === undefined || /Preprint|article|paper/.test(venue);
  if (isPaper && notes.some((note) => arxiv.test(note.trim()))) return 'arXiv';
  // In CSL, an `article` is a preprint too.
  const named = venue === 'Preprint' || kind === 'article' ? notes.find((note) => server.test(note)) : undefined;
  if (named !== undefined) return named;
  if (venue !== undefined || kind === '') return venue;
  return kind === 'misc' && textIn(draft['url']) !== undefined ? 'Web page' : 'Other';
}
