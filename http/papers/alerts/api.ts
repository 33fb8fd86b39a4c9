/** Describes the routes of kept searches and feeds. */
import * as z from 'zod/v4';
import { outcome, page, success, time } from '../../operations/answers.js';
import { tableActionForm, get, post } from '../../operations/operation.js';
import { alertActions, feedActions, listSchema } from './input.js';
import { feed, keptSearch } from './service.js';

const [keep, seen, removeSearch] = alertActions;
const [add, fetch, removeFeed] = feedActions;

export const operations = [
  get('/papers/alerts', {
    id: 'listPaperAlerts',
    tag: 'Papers',
    summary: 'Kept searches with the papers imported since, and feeds',
    about:
      'New papers contain all words of the search and match its filters, and an import has added them since the ' +
      'search was kept or marked as seen. Each search has its 10 newest ones, and with `id` 200.',
    query: listSchema,
    others: 'refused',
    answers: page(z.object({ success, at: time, searches: z.array(keptSearch), feeds: z.array(feed) })),
    codes: ['not_found', 'papers_unavailable', 'not_now'],
  }),
  get('/papers/alerts.atom', {
    id: 'paperAlertsAsAtom',
    tag: 'Papers',
    summary: 'The papers imported since a search was kept, as an Atom feed',
    about:
      'The 100 newest papers of all kept searches, or of one, whether they were marked as seen or not. Feed readers ' +
      'use HTTP Basic with any name and the password.',
    query: listSchema,
    others: 'refused',
    answers: { 200: { description: 'The feed.', content: { 'application/atom+xml': 'text' } } },
    codes: ['not_found', 'papers_unavailable', 'not_now'],
    example: { id: 'search-1' },
  }),
  post('/papers/alerts', {
    id: 'actOnPaperAlert',
    tag: 'Papers',
    summary: 'Keep a search, mark its new papers as seen, or remove it',
    body: {
      forms: {
        // Ids of these examples exist in the service that the tests of the document start.
        keep: tableActionForm(keep, 'Keep a search. It needs words or a filter.', {
          q: 'graph "neural networks"',
          year: [2020],
        }),
        seen: tableActionForm(seen, 'Mark papers as seen.', { id: 'search-1' }),
        remove: tableActionForm(removeSearch, 'Remove a search.', { id: 'search-2' }),
      },
    },
    answers: outcome(
      z.object({ success, action: z.enum(alertActions.map(({ name }) => name)), id: z.string().nullable() }),
    ),
    codes: ['unknown_action', 'not_found', 'conflict'],
  }),
  post('/papers/feeds', {
    id: 'actOnPaperFeed',
    tag: 'Papers',
    summary: 'Add a feed of new papers, fetch it now, or remove it',
    about: 'A feed that is added is fetched at once, and then every day or week. Each fetch is an import.',
    body: {
      forms: {
        add: tableActionForm(add, 'Add a feed.', { address: 'https://arxiv.org/list/cs.CL/recent', every: 'day' }),
        fetch: tableActionForm(fetch, 'Fetch it now. The answer says what came, or why it failed.', { id: 'feed-1' }),
        remove: tableActionForm(removeFeed, 'Remove a feed. Its papers stay.', { id: 'feed-2' }),
      },
    },
    answers: outcome(z.object({ success, action: z.enum(feedActions.map(({ name }) => name)), feed: feed.nullable() })),
    codes: ['unknown_action', 'not_found', 'conflict', 'not_now'],
  }),
];
