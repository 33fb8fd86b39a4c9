/** Figures in memory. */
import type { Answered, MetricsService } from '../../../http/features/metrics/service.js';

export function fakeMetrics(): MetricsService {
  const seen: Answered[] = [];
  const line = ({ method, route, status }: Answered): string =>
    `tonstift_http_requests_total{method="${method}",route="${route}",status="${status}"} 1\n`;
  return {
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    answered: (answer) => void seen.push(answer),
    text: async () => seen.map(line).join(''),
  };
}
