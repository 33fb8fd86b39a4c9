/** Describes the route of the metrics. */
import { get } from '../../operations/operation.js';

export const operations = [
  get('/metrics', {
    id: 'readMetrics',
    tag: 'Service',
    summary: 'Metrics for Prometheus',
    about:
      'Albums by state, builds, copies and other jobs by result, pens, papers, problems, requests by route and ' +
      'status, free space, and memory, CPU time, open files and event loop lag of the process under their usual ' +
      'names. `docs/grafana.json` is a dashboard for Grafana, `docs/alerts.yml` has rules for alerts.',
    others: 'ignored',
    answers: { 200: { description: 'The current metrics.', content: { 'text/plain': 'text' } } },
  }),
];
