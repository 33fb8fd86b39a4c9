/** The metrics of `GET /metrics`, made with Prometheus' client library. Values are computed on request. */
import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DaemonStatus } from '../../../http/resources/status/service.js';
import type { Answered, MetricsService } from '../../../http/features/metrics/service.js';
import { freeBytes } from '../../../workers/base/files/free-bytes.js';
import type { AlbumView } from '../../../workers/library/types.js';
import type { EventBus } from '../../events.js';
import type { AddGauge, FeatureMetrics } from '../../feature-parts.js';

export interface MetricsParts {
  version: string;
  albums: () => readonly AlbumView[];
  status: () => DaemonStatus;
  events: EventBus;
  /** Paths by name. */
  folders: () => Readonly<Record<string, string>>;
}

/** Seconds. */
const ofRequests = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const ofJobs = [0.1, 0.5, 1, 5, 15, 60, 300, 1800];

export class Metrics implements MetricsService {
  private readonly registry = new Registry();
  private readonly requests = new Counter({
    ...{ name: 'tonstift_http_requests_total', help: 'Responses by method, route and status.' },
    ...{ labelNames: ['method', 'route', 'status'] as const, registers: [this.registry] },
  });
  private readonly requestSeconds = new Histogram({
    ...{ name: 'tonstift_http_request_seconds', help: 'Time from a request to the end of its response.' },
    ...{ labelNames: ['route'] as const, buckets: ofRequests, registers: [this.registry] },
  });
  private readonly jobs = new Counter({
    ...{ name: 'tonstift_jobs_total', help: 'Imports, builds, copies and other jobs by outcome.' },
    ...{ labelNames: ['kind', 'outcome'] as const, registers: [this.registry] },
  });
  private readonly jobSeconds = new Histogram({
    ...{ name: 'tonstift_job_seconds', help: 'Duration of a job.' },
    ...{ labelNames: ['kind'] as const, buckets: ofJobs, registers: [this.registry] },
  });
  private isAsked = false;

  /** @param longest milliseconds for a value; Prometheus waits ten seconds for all of them */
  constructor(
    private readonly parts: MetricsParts,
    private readonly longest = 5000,
  ) {
    const { version } = parts;
    this.gauge('info', 'The running version.', ['version'], (gauge) => gauge.set({ version }, 1));
    this.addAlbums();
    this.addDisks();
  }

  /** Counts jobs as they end. Returns a function that unsubscribes. */
  follow(): () => void {
    const begun = new Map<number, number>();
    return this.parts.events.subscribe(({ type, data }) => {
      if (type === 'job.started') begun.set((data as { id: number }).id, performance.now());
      if (type !== 'job.ended') return;
      const { id, kind, outcome } = data as { id: number; kind: string; outcome: string };
      this.jobs.inc({ kind, outcome });
      const start = begun.get(id);
      if (start !== undefined) this.jobSeconds.observe({ kind }, (performance.now() - start) / 1000);
      begun.delete(id);
    });
  }

  /** Adds the metrics of features. */
  addAll(others: readonly FeatureMetrics[]): void {
    const add: AddGauge = (name, help, labels, values) =>
      this.gauge(name, help, [...labels], async (gauge) => {
        for (const [of, value] of await this.inTime(values(), [])) gauge.set(of, value);
      });
    for (const other of others) other(add);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  answered({ method, route, status, seconds }: Answered): void {
    this.requests.inc({ method, route, status: String(status) });
    this.requestSeconds.observe({ route }, seconds);
  }

  text(): Promise<string> {
    // Adds the metrics of the process under their usual names. They measure the event loop from now on.
    if (!this.isAsked) collectDefaultMetrics({ register: this.registry });
    this.isAsked = true;
    return this.registry.metrics();
  }

  private gauge(
    name: string,
    help: string,
    labelNames: string[],
    collect: (gauge: Gauge) => void | Promise<void>,
  ): void {
    const registers = [this.registry];
    new Gauge({
      ...{ name: `tonstift_${name}`, help, labelNames, registers },
      async collect() {
        this.reset();
        // A gauge without labels would have the value 0.
        this.remove({});
        await collect(this);
      },
    });
  }

  /** Returns `late` instead of a value that takes too long: a database or a network disk may be away. */
  private inTime<Value>(value: Promise<Value>, late: Value): Promise<Value> {
    return Promise.race([value, sleep(this.longest, late, { ref: false })]);
  }

  private addAlbums(): void {
    const { albums, status } = this.parts;
    this.gauge('albums', 'Albums by the state of their file for the pen.', ['state'], (gauge) => {
      const counts = new Map<string, number>(['ready', 'building', 'failed', 'missing'].map((state) => [state, 0]));
      for (const { gme_state: state } of albums()) counts.set(state, (counts.get(state) ?? 0) + 1);
      for (const [state, count] of counts) gauge.set({ state }, count);
    });
    this.gauge('library_available', 'Whether the library folder is available.', [], (gauge) =>
      gauge.set(status().library.away === null ? 1 : 0),
    );
    this.gauge('inbox_arriving', 'Entries in the inbox that are still changing.', [], (gauge) =>
      gauge.set(status().inbox.arriving.length),
    );
    this.gauge('pens_plugged_in', 'Connected pens.', [], (gauge) => gauge.set(status().pens.length));
    this.gauge('problems', 'Problems by kind.', ['kind'], (gauge) => {
      for (const [kind, count] of Object.entries(status().problems)) gauge.set({ kind }, count);
    });
  }

  private addDisks(): void {
    this.gauge('disk_free_bytes', 'Bytes that can be written to the disk of a folder.', ['folder'], async (gauge) => {
      const look = async ([folder, path]: [string, string]): Promise<void> => {
        // Without a value while its disk is away.
        const free = await this.inTime<number | undefined>(
          freeBytes(path).catch(() => undefined),
          undefined,
        );
        if (free !== undefined && Number.isFinite(free)) gauge.set({ folder }, free);
      };
      await Promise.all(Object.entries(this.parts.folders()).map(look));
    });
  }
}
