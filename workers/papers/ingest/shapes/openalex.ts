import { isRecord } from '../../../base/input/record.js';
import { namesIn } from '../authors.js';
import {
  addressIn,
  doiIn,
  draftOf,
  guessOf,
  inOneLine,
  linksOf,
  readable,
  Taker,
  textIn,
  wordsIn,
  yearIn,
  type Raw,
  type Shape,
} from './shape.js';

/** Works of OpenAlex: results of its API (`results`), and lines of its snapshot. */
export const openAlex: Shape = {
  name: 'OpenAlex',
  fits: (record) =>
    'authorships' in record ||
    'abstract_inverted_index' in record ||
    /^https:\/\/openalex\.org\/W/.test(textIn(record['id']) ?? ''),
  read(record) {
    const take = new Taker(record);
    const doi = doiIn(take.raw('doi'));
    const places = placesOf(take);
    const open = take.raw('open_access');
    const pdf = places.map(({ pdf_url: one }) => addressIn(one)).find((one) => one !== undefined);
    const landing = places.map(({ landing_page_url: one }) => addressIn(one)).find((one) => one !== undefined);
    const url = landing ?? addressIn(record['doi']) ?? addressIn(take.raw('id'));
    const source = places.map(nameOfPlace).find((name) => name !== undefined);
    const date = take.raw('publication_date');
    const draft = draftOf({
      title: inOneLine(take.readable('title', 'display_name')),
      authors: namesIn(take.raw('authorships', 'authors')),
      abstract: abstractOf(take),
      year: take.raw('publication_year') ?? yearIn(date),
      conference: source,
      original_id: take.text('id')?.replace(/^https?:\/\/openalex\.org\//, ''),
      keywords: wordsIn(take.raw('keywords', 'concepts', 'topics')),
      paper_pdf_url: pdf,
      url,
      doi,
      links: linksOf({ doi: addressIn(record['doi']), open: isRecord(open) ? open['oa_url'] : undefined }, [url, pdf]),
    });
    return {
      draft,
      yearFrom: take.key('publication_year', 'publication_date') ?? 'publication_year',
      conferenceFrom: 'primary_location',
      guess: guessOf(),
      used: take.used,
    };
  },
};

/** Returns the locations, the primary one first; `host_venue` in older records. */
function placesOf(take: Taker): Raw[] {
  const places = [
    take.raw('primary_location'),
    take.raw('best_oa_location'),
    take.raw('host_venue'),
    take.raw('locations'),
  ];
  return places.flat().filter(isRecord);
}

function nameOfPlace(place: Raw): string | undefined {
  const source = place['source'];
  return (
    textIn(isRecord(source) ? source['display_name'] : undefined) ??
    textIn(place['display_name']) ??
    textIn(place['raw_source_name'])
  );
}

/** The most words of an abstract. A position of a thousand million must not fill the memory. */
const mostWords = 20_000;

/** Rebuilds the abstract from an inverted index, or returns a plain abstract. */
function abstractOf(take: Taker): string | undefined {
  const index = take.raw('abstract_inverted_index');
  if (!isRecord(index)) return take.readable('abstract');
  const words: string[] = [];
  for (const [word, positions] of Object.entries(index))
    for (const at of [positions].flat())
      if (typeof at === 'number' && Number.isInteger(at) && at >= 0 && at < mostWords) words[at] = word;
  return readable(words.filter((word) => word !== undefined).join(' '));
}
