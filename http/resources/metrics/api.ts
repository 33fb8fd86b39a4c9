/** What a document says of the figures. */
import { get } from '../../openapi/operation.js';

export const operations = [
  get('/metrics', {
    id: 'readMetrics',
    tag: 'Service',
    summary: 'Figures for Prometheus',
    about:
      'Albums by their state, builds, copies and other jobs by what became of them, pens, papers, problems, requests ' +
      'by route and status, the delay of the event loop, memory and processor time. The delay is measured from the ' +
      'first request for it on. `docs/grafana.json` is a dashboard of them.',
    others: 'ignored',
    answers: { 200: { description: 'The figures of now.', content: { 'text/plain': 'text' } } },
  }),
];
