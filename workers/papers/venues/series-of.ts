/** Recognizes the series of a conference or journal in the words of a source. */
import { pmlrVolumes, series, type Series } from './series.js';

const shortNames = new Map<string, Series>();
const longNames: [long: string, of: Series][] = [];
for (const one of series) {
  for (const name of [one.name, ...(one.short?.split('|') ?? [])]) shortNames.set(name.toLowerCase(), one);
  for (const long of one.long.split('|')) longNames.push([long, one]);
}
// The longest first: "conference on computer vision" begins "conference on computer vision and pattern recognition".
longNames.sort(([one], [other]) => other.length - one.length);

/** Separate events next to a conference. */
const besideWords =
  'workshops?|companion|adjunct|tutorials?|extended abstracts?|satellite|doctoral|symposia|co-?located|challenges?';
const beside = new RegExp(`\\b(${besideWords})\\b|@`, 'i');
/** Series that were workshops themselves. */
const formerWorkshops = /^workshop on (artificial intelligence and statistics|applications of computer vision)/;

const ordinal =
  '\\d+(?:st|nd|rd|th)|(?:(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ie)(?:th)?[- ]?)?' +
  '(?:first|second|third|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|(?:thir|four|fif|six|seven|eigh|nine)teen|' +
  '(?:twen|thir|for|fif|six|seven|eigh|nine)tie)th)';
const decoration = new RegExp(
  `^(?:in|proceedings|conference proceedings|proc\\.?|of|the|annual|international|joint international|biennial|` +
    `ieee(?:/[a-z]+)*|acm(?:/[a-z]+)*|ieee computer society|usenix|cvf|['’]?\\d{2,4}|${ordinal})` +
    `(?=[\\s,:.–—-]|$)[\\s,:.–—-]*`,
);

/** A year, a volume, a track: "NeurIPS 2020", "ICLR (Poster)", "CVPR '19", "ECCV (5)". */
const tracks = 'conference|main|track|proceedings|poster|oral|spotlight|long|short|papers?';
const shortEnd = new RegExp(`[\\s'’:,-]*(?:(?:19|20)?\\d{2}|\\(\\d+\\)|vol(?:ume|\\.)? *\\d+|\\(?(?:${tracks})\\)?)$`);

/** Characters that are read of a name. */
const longest = 500;

const known = new Map<string, string>();
/** Names kept in memory. A journal has one, a preprint server may have a name for each paper. */
const mostKnown = 20_000;

/** Returns the name of the series; the given name if it is unknown. */
export function seriesOf(conference: string): string {
  const before = known.get(conference);
  if (before !== undefined) return before;
  const found = find(conference) ?? conference;
  if (known.size >= mostKnown) known.clear();
  known.set(conference, found);
  return found;
}

function find(conference: string): string | undefined {
  const text = conference.slice(0, longest).replace(/[{}]/g, '').replace(/[–—]/g, '-').replace(/\s+/g, ' ').trim();
  const lower = text.toLowerCase().replace(/\binternational (?=(?:joint )?(?:conference|symposium)\b)/g, '');
  if (/^(?:arxiv|corr abs)\b/.test(lower)) return 'arXiv';
  const volume = /^(?:proceedings of machine learning research|pmlr)\b\D*(\d+)/.exec(lower)?.[1];
  const ofVolume = Object.entries(pmlrVolumes).find(([, all]) => all.includes(Number(volume)));
  if (ofVolume !== undefined) return ofVolume[0];
  const plain = withoutDecoration(lower);
  if (shortNames.has(lower)) return shortNames.get(lower)?.name;
  if (beside.test(plain) && !formerWorkshops.test(plain)) return undefined;
  return (byLongName(plain, text) ?? byShortName(plain) ?? byShortName(lower) ?? byAbbreviations(plain))?.name;
}

/** "ICML 2020", "KDD '20: The 26th ACM SIGKDD Conference", "Machine Learning, Proceedings (ICML 2006)". */
function byShortName(text: string): Series | undefined {
  const [head = ''] = text.split(/[:,]/);
  const last = /\(([^()]+)\)$/.exec(text)?.[1] ?? '';
  return [text, head, last].flatMap((one) => shortNames.get(withoutEnd(one)) ?? [])[0];
}

/** "Adv. Neural Inf. Process. Syst.": words cut as in ISO 4. */
function byAbbreviations(plain: string): Series | undefined {
  if (!/[a-z]\. /.test(plain)) return undefined;
  const words = contentOf(plain.replace(/^(?:int\.|annu\.|proc\.) /g, '').replace(/[\s,]*\d+$/, ''));
  return longNames.find(([long]) => {
    const whole = contentOf(long);
    return (
      whole.length === words.length && words.length > 2 && whole.every((word, at) => word.startsWith(words[at] ?? '-'))
    );
  })?.[1];
}

const contentOf = (text: string): string[] =>
  text.split(/[^a-z]+/).filter((word) => !['', 'of', 'on', 'and', 'in', 'the', 'for', 'int'].includes(word));

function withoutDecoration(text: string): string {
  let plain = text;
  for (let former = ''; former !== plain;) {
    former = plain;
    // A long name may begin with "international" or a year itself.
    plain = longNames.some(([long]) => plain.startsWith(long))
      ? plain
      : plain.replace(decoration, '').replace(/^[\s–—-]+/, '');
  }
  return plain;
}

function withoutEnd(text: string): string {
  let plain = text;
  for (let former = ''; former !== plain;) {
    former = plain;
    plain = plain.replace(shortEnd, '');
  }
  return plain;
}

function byLongName(plain: string, written: string): Series | undefined {
  const found = longNames.find(([long]) => plain.startsWith(long) && isRest(plain.slice(long.length)));
  if (found === undefined) return undefined;
  const [long, one] = found;
  return isAnother(plain.slice(long.length), written, one) ? undefined : one;
}

/** After the name come signs, a number, or a conference that was held together with it. */
const isRest = (rest: string): boolean =>
  /^(?:$|[\s]*[,:;.([–—\d'’-]|\s+(?:in|at|on)\b|\s+and (?:the )?(?:\d|joint|international joint|[a-z-]+th\b))/.test(
    rest,
  );

/** "Conference on Machine Learning, Optimization, and Data Science (LOD)" is another conference. */
function isAnother(rest: string, written: string, { name, short }: Series): boolean {
  if (/^,[^\d(]*(?:\band\b|&)/.test(rest)) return true;
  const own = [name, ...(short?.split('|') ?? [])].map((one) => one.toLowerCase());
  const inBrackets = [...written.matchAll(/\(([A-Z][A-Za-z/-]*[A-Z][A-Za-z/-]*)[\s'’]*\d*\)/g)].map(([, one = '']) =>
    one.toLowerCase(),
  );
  const isOwn = (one: string): boolean => own.includes(one) || one.split(/[/-]/).some((part) => own.includes(part));
  return inBrackets.length > 0 && !inBrackets.some(isOwn);
}
