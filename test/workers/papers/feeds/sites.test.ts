import { expect, it } from '@jest/globals';
import { feedAddress } from '../../../../workers/papers/feeds/sites.js';

const newest = 'sortBy=submittedDate&sortOrder=descending&max_results=1000';

it.each([
  ['https://arxiv.org/list/cs.CL/recent', `https://export.arxiv.org/api/query?search_query=cat%3Acs.CL&${newest}`],
  ['https://arxiv.org/list/hep-th/new', `https://export.arxiv.org/api/query?search_query=cat%3Ahep-th&${newest}`],
  ['https://arxiv.org/list/cs/recent', `https://export.arxiv.org/api/query?search_query=cat:cs+OR+cat:cs.*&${newest}`],
  [
    'http://export.arxiv.org/api/query?search_query=all:graph+AND+cat:cs.LG&max_results=50',
    'https://export.arxiv.org/api/query?search_query=all%3Agraph+AND+cat%3Acs.LG&max_results=50' +
      '&sortBy=submittedDate&sortOrder=descending',
  ],
  ['http://rss.arxiv.org/rss/cs.CL', 'https://rss.arxiv.org/atom/cs.CL'],
  [
    'https://openalex.org/works?page=2&filter=default.search:graphs',
    'https://api.openalex.org/works?filter=default.search%3Agraphs&sort=publication_date%3Adesc&per-page=200',
  ],
  [
    'https://openreview.net/group?id=ICLR.cc/2025/Conference#tab-recent',
    'https://api2.openreview.net/notes?invitation=ICLR.cc/2025/Conference/-/Submission&sort=cdate:desc&limit=1000',
  ],
  [' https://example.org/lists/papers.json?x=1#top ', 'https://example.org/lists/papers.json?x=1'],
])('asks for the data of %s', (given, address) => {
  expect(decodeURIComponent(feedAddress(given)?.address ?? '')).toBe(decodeURIComponent(address));
});

it.each([
  ['https://arxiv.org/list/cs.CL/new', 'arXiv cat:cs.CL'],
  ['https://arxiv.org/list/astro-ph/new', 'arXiv cat:astro-ph OR cat:astro-ph.*'],
  ['https://rss.arxiv.org/atom/cs.CL+cs.LG', 'arXiv cs.CL+cs.LG'],
  ['https://api.openalex.org/works?search=birds', 'OpenAlex birds'],
  ['https://api2.openreview.net/notes?content.venueid=ICLR.cc/2025/Conference', 'OpenReview ICLR.cc/2025/Conference'],
  ['https://example.org:8080/list', 'example.org:8080/list'],
])('names %s', (given, name) => expect(feedAddress(given)?.name).toBe(name));

it.each(['', 'cs.CL', 'ftp://arxiv.org/list/cs.CL', 'file:///etc/passwd', 'https://me:secret@arxiv.org/list/cs.CL'])(
  'refuses %j',
  (given) => expect(feedAddress(given)).toBeUndefined(),
);
