/** Describes the route of the metrics. */
import { get } from '../../operations/operation.js';

export const operations = [
  get('/metrics', {
    id: 'readMetrics',
    tag: 'Service',
    summary: 'Metrics for Prometheus',
    about:
      'Albums by state, builds, copies and other jobs by result, pens, papers, problems, requests ' +
      'by route and status, event loop delay, memory and CPU time. The delay is measured from the ' +
      'first request on. `docs/grafana.json` is a dashboard for Grafana.',
    others: 'ignored',
    answers: { 200: { description: 'The current metrics.', content: { 'text/plain': 'text' } } },
  }),
];
