import { isRecord } from '../../../base/input/record.js';
import { namesIn } from '../authors.js';
import {
  addressIn,
  doiIn,
  draftOf,
  firstOf,
  guessOf,
  inOneLine,
  linksOf,
  readable,
  Taker,
  textIn,
  yearIn,
  type Shape,
} from './shape.js';

/** Lines of arXiv's metadata snapshot. */
export const arxivSnapshot: Shape = {
  name: 'arXiv snapshot',
  fits: (record) =>
    'title' in record &&
    ('authors_parsed' in record || ('categories' in record && ('versions' in record || 'update_date' in record))),
  read(record) {
    const take = new Taker(record, true);
    const id = take.text('id');
    const versions = take.raw('versions');
    const first = Array.isArray(versions) && isRecord(versions[0]) ? yearIn(versions[0]['created']) : undefined;
    const written = inOneLine(take.readable('authors')) ?? '';
    const parsed = namesIn(take.raw('authors_parsed'));
    // Affiliations are in parentheses.
    const authors = written === '' || (/[()]/.test(written) && parsed.length > 0) ? parsed : namesIn(written);
    const year = firstOf(['versions', first], ['id', yearOfId(id)], ['update_date', yearIn(take.raw('update_date'))]);
    const draft = draftOf({
      title: inOneLine(take.readable('title')),
      authors,
      abstract: inOneLine(take.readable('abstract')),
      year: year?.value,
      original_id: id,
      keywords: (take.text('categories') ?? '').split(/\s+/),
      paper_pdf_url: id === undefined ? undefined : `https://arxiv.org/pdf/${id}`,
      url: id === undefined ? undefined : `https://arxiv.org/abs/${id}`,
      doi: doiIn(take.raw('doi')),
    });
    const conference = { value: 'arXiv', from: 'authors_parsed' in record ? 'authors_parsed' : 'categories' };
    return {
      draft,
      ...(year === undefined ? {} : { yearFrom: year.from }),
      guess: guessOf(undefined, conference),
      used: take.used,
    };
  },
};

/** 0704.0001 is from April 2007, hep-ph/9901001 from January 1999. */
function yearOfId(id: string | undefined): number | undefined {
  const [, two] = /^(?:[a-z-]+(?:\.[A-Z]{2})?\/)?(\d\d)(?:0[1-9]|1[0-2])[\d.]/.exec(id ?? '') ?? [];
  if (two === undefined) return undefined;
  return Number(two) > 90 ? 1900 + Number(two) : 2000 + Number(two);
}

/** Entries of an Atom feed, as arXiv's API returns them. */
export const atomEntry: Shape = {
  name: 'arXiv API',
  fits: (record) => record['@tag'] === 'entry',
  read(record) {
    const take = new Taker(record, true);
    const id = take.text('id');
    const short = /arxiv\.org\/abs\/(.+?)(?:v\d+)?$/.exec(id ?? '')?.[1];
    const links = [take.raw('link')].flat().filter(isRecord);
    const hrefOf = (is: (link: Readonly<Record<string, unknown>>) => boolean): string | undefined =>
      addressIn(links.find(is)?.['@href']);
    const pdf = hrefOf((link) => link['@title'] === 'pdf' || link['@type'] === 'application/pdf');
    const url =
      hrefOf((link) => link['@rel'] === 'alternate') ?? addressIn(id) ?? hrefOf((link) => link['@rel'] === undefined);
    const dated = take.key('published', 'updated');
    const draft = draftOf({
      title: inOneLine(take.readable('title')),
      authors: namesIn(take.raw('author')).map((name) => readable(name, true)),
      abstract: inOneLine(take.readable('summary', 'content')),
      year: yearIn(take.raw('published', 'updated')),
      original_id: short ?? id,
      keywords: [take.raw('category')]
        .flat()
        .map((one) => (isRecord(one) ? textIn(one['@term']) : undefined))
        .filter((one) => one !== undefined),
      paper_pdf_url: pdf ?? (short === undefined ? undefined : `https://arxiv.org/pdf/${short}`),
      url,
      doi: doiIn(take.raw('arxiv:doi', 'doi')),
      links: linksOf({ doi: hrefOf((link) => link['@title'] === 'doi') }, [url, pdf]),
    });
    take.raw('@tag', 'arxiv:primary_category');
    const conference = short === undefined ? undefined : { value: 'arXiv', from: 'id' };
    return {
      draft,
      ...(dated === undefined ? {} : { yearFrom: dated }),
      guess: guessOf(undefined, conference),
      used: take.used,
    };
  },
};
