/** The sites whose new papers can be watched, and the addresses of their data. Pure. */

export interface FeedAddress {
  address: string;
  /** For people, and for the record of each import: `arXiv cat:cs.CL`. */
  name: string;
}

interface Site {
  name: string;
  host: RegExp;
  path: RegExp;
  /** The address of the data, as a page's address leads to it: the part of the path in parentheses, and its query. */
  data: (part: string, query: URLSearchParams) => string;
  /** Added to the query if they are missing: as many as the site sends at once, newest first. */
  usual?: Readonly<Record<string, string>>;
}

const arxivApi = 'https://export.arxiv.org/api/query';
const newestInArxiv = { sortBy: 'submittedDate', sortOrder: 'descending', max_results: '1000' };
const newestInOpenalex = { sort: 'publication_date:desc', 'per-page': '200' };
const newestInOpenreview = { sort: 'cdate:desc', limit: '1000' };

/** Archives with subcategories (arxiv.org/category_taxonomy). */
const divided = /^(astro-ph|cond-mat|cs|econ|eess|math|nlin|physics|q-bio|q-fin|stat)$/;

/** The API compares whole categories: papers of `cs` have `cs.CL` and the like. */
const inCategory = (category: string): string =>
  divided.test(category) ? `cat:${category}+OR+cat:${category}.*` : `cat:${category}`;

const sites: readonly Site[] = [
  {
    name: 'arXiv',
    host: /^(www\.)?arxiv\.org$/,
    path: /^\/list\/([\w.-]+)/,
    data: (category) => `${arxivApi}?search_query=${inCategory(category)}`,
    usual: newestInArxiv,
  },
  {
    name: 'arXiv',
    host: /^(export\.)?arxiv\.org$/,
    path: /^\/api\/query$/,
    data: (_, query) => `${arxivApi}?${query.toString()}`,
    usual: newestInArxiv,
  },
  {
    // Its RSS has no format of papers that is known.
    name: 'arXiv',
    host: /^rss\.arxiv\.org$/,
    path: /^\/(?:rss|atom)\/([\w.+-]+)$/,
    data: (category) => `https://rss.arxiv.org/atom/${category}`,
  },
  {
    name: 'OpenAlex',
    host: /^((www|api)\.)?openalex\.org$/,
    path: /^\/works$/,
    data: (_, query) => `https://api.openalex.org/works?${without(query, 'page').toString()}`,
    usual: newestInOpenalex,
  },
  {
    name: 'OpenReview',
    host: /^openreview\.net$/,
    path: /^\/group$/,
    data: (_, query) => `https://api2.openreview.net/notes?invitation=${query.get('id') ?? ''}/-/Submission`,
    usual: newestInOpenreview,
  },
  {
    name: 'OpenReview',
    host: /^api2?\.openreview\.net$/,
    path: /^\/notes$/,
    data: (_, query) => `https://api2.openreview.net/notes?${query.toString()}`,
    usual: newestInOpenreview,
  },
];

/** Parameters that say what a feed is about. */
const telling = ['search_query', 'id_list', 'search', 'filter', 'invitation', 'content.venueid'];

/**
 * Returns the address to fetch and the name of the feed. An address of another site is kept.
 * @returns undefined if it is no web address, or has a password
 */
export function feedAddress(given: string): FeedAddress | undefined {
  const url = URL.canParse(given.trim()) ? new URL(given.trim()) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return undefined;
  url.hash = '';
  const site = sites.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname));
  if (site === undefined) return { address: url.href, name: `${url.host}${url.pathname}` };
  const part = site.path.exec(url.pathname)?.[1] ?? '';
  const data = new URL(site.data(part, url.searchParams));
  for (const [name, value] of Object.entries(site.usual ?? {}))
    if (!data.searchParams.has(name)) data.searchParams.set(name, value);
  const about = telling.map((name) => data.searchParams.get(name)).find((value) => value !== null && value !== '');
  return { address: data.href, name: `${site.name} ${about ?? part}`.trim().slice(0, 200) };
}

function without(query: URLSearchParams, name: string): URLSearchParams {
  const others = new URLSearchParams(query);
  others.delete(name);
  return others;
}
